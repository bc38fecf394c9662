from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor
TOGGLE_FALSE: Toggle
TOGGLE_MIXED: Toggle
TOGGLE_TRUE: Toggle
TOGGLE_UNSPECIFIED: Toggle

class Box(_message.Message):
    __slots__ = ["height", "width", "x", "y"]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    height: float
    width: float
    x: float
    y: float
    def __init__(self, x: _Optional[float] = ..., y: _Optional[float] = ..., width: _Optional[float] = ..., height: _Optional[float] = ...) -> None: ...

class Node(_message.Message):
    __slots__ = ["bounds", "line", "name", "node_id", "parent_id", "ref", "role", "states", "value"]
    BOUNDS_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    NODE_ID_FIELD_NUMBER: _ClassVar[int]
    PARENT_ID_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    STATES_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    bounds: Box
    line: int
    name: str
    node_id: int
    parent_id: int
    ref: str
    role: str
    states: NodeStates
    value: str
    def __init__(self, node_id: _Optional[int] = ..., parent_id: _Optional[int] = ..., ref: _Optional[str] = ..., role: _Optional[str] = ..., name: _Optional[str] = ..., value: _Optional[str] = ..., states: _Optional[_Union[NodeStates, _Mapping]] = ..., bounds: _Optional[_Union[Box, _Mapping]] = ..., line: _Optional[int] = ...) -> None: ...

class NodeStates(_message.Message):
    __slots__ = ["active", "busy", "checked", "clickable", "covered", "covered_by", "current", "cursor_pointer", "description", "disabled", "draggable", "editable", "expanded", "focused", "frame_error", "haspopup", "invalid", "level", "masked", "modal", "multiselectable", "offscreen", "orientation", "placeholder", "pressed", "readonly", "required", "scroll", "selected", "url", "validation_message", "value_max", "value_min"]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    BUSY_FIELD_NUMBER: _ClassVar[int]
    CHECKED_FIELD_NUMBER: _ClassVar[int]
    CLICKABLE_FIELD_NUMBER: _ClassVar[int]
    COVERED_BY_FIELD_NUMBER: _ClassVar[int]
    COVERED_FIELD_NUMBER: _ClassVar[int]
    CURRENT_FIELD_NUMBER: _ClassVar[int]
    CURSOR_POINTER_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    DISABLED_FIELD_NUMBER: _ClassVar[int]
    DRAGGABLE_FIELD_NUMBER: _ClassVar[int]
    EDITABLE_FIELD_NUMBER: _ClassVar[int]
    EXPANDED_FIELD_NUMBER: _ClassVar[int]
    FOCUSED_FIELD_NUMBER: _ClassVar[int]
    FRAME_ERROR_FIELD_NUMBER: _ClassVar[int]
    HASPOPUP_FIELD_NUMBER: _ClassVar[int]
    INVALID_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    MASKED_FIELD_NUMBER: _ClassVar[int]
    MODAL_FIELD_NUMBER: _ClassVar[int]
    MULTISELECTABLE_FIELD_NUMBER: _ClassVar[int]
    OFFSCREEN_FIELD_NUMBER: _ClassVar[int]
    ORIENTATION_FIELD_NUMBER: _ClassVar[int]
    PLACEHOLDER_FIELD_NUMBER: _ClassVar[int]
    PRESSED_FIELD_NUMBER: _ClassVar[int]
    READONLY_FIELD_NUMBER: _ClassVar[int]
    REQUIRED_FIELD_NUMBER: _ClassVar[int]
    SCROLL_FIELD_NUMBER: _ClassVar[int]
    SELECTED_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    VALIDATION_MESSAGE_FIELD_NUMBER: _ClassVar[int]
    VALUE_MAX_FIELD_NUMBER: _ClassVar[int]
    VALUE_MIN_FIELD_NUMBER: _ClassVar[int]
    active: bool
    busy: bool
    checked: Toggle
    clickable: bool
    covered: bool
    covered_by: str
    current: str
    cursor_pointer: bool
    description: str
    disabled: bool
    draggable: bool
    editable: bool
    expanded: Toggle
    focused: bool
    frame_error: str
    haspopup: str
    invalid: str
    level: int
    masked: bool
    modal: bool
    multiselectable: bool
    offscreen: bool
    orientation: str
    placeholder: str
    pressed: Toggle
    readonly: bool
    required: bool
    scroll: Scroll
    selected: Toggle
    url: str
    validation_message: str
    value_max: float
    value_min: float
    def __init__(self, checked: _Optional[_Union[Toggle, str]] = ..., pressed: _Optional[_Union[Toggle, str]] = ..., selected: _Optional[_Union[Toggle, str]] = ..., expanded: _Optional[_Union[Toggle, str]] = ..., disabled: bool = ..., readonly: bool = ..., required: bool = ..., invalid: _Optional[str] = ..., focused: bool = ..., level: _Optional[int] = ..., haspopup: _Optional[str] = ..., modal: bool = ..., busy: bool = ..., current: _Optional[str] = ..., value_min: _Optional[float] = ..., value_max: _Optional[float] = ..., placeholder: _Optional[str] = ..., description: _Optional[str] = ..., url: _Optional[str] = ..., offscreen: bool = ..., cursor_pointer: bool = ..., clickable: bool = ..., editable: bool = ..., masked: bool = ..., scroll: _Optional[_Union[Scroll, _Mapping]] = ..., multiselectable: bool = ..., frame_error: _Optional[str] = ..., covered: bool = ..., orientation: _Optional[str] = ..., validation_message: _Optional[str] = ..., covered_by: _Optional[str] = ..., active: bool = ..., draggable: bool = ...) -> None: ...

class Scroll(_message.Message):
    __slots__ = ["above", "below", "left", "right"]
    ABOVE_FIELD_NUMBER: _ClassVar[int]
    BELOW_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    above: int
    below: int
    left: int
    right: int
    def __init__(self, above: _Optional[int] = ..., below: _Optional[int] = ..., left: _Optional[int] = ..., right: _Optional[int] = ...) -> None: ...

class Toggle(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
