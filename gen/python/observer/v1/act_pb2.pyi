from buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from observer.v1 import delta_pb2 as _delta_pb2
from observer.v1 import error_pb2 as _error_pb2
from observer.v1 import event_pb2 as _event_pb2
from observer.v1 import node_pb2 as _node_pb2
from observer.v1 import tab_pb2 as _tab_pb2
from observer.v1 import view_pb2 as _view_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

COLOR_SCHEME_DARK: ColorScheme
COLOR_SCHEME_LIGHT: ColorScheme
COLOR_SCHEME_UNSPECIFIED: ColorScheme
DESCRIPTOR: _descriptor.FileDescriptor
HISTORY_MOVE_BACK: HistoryMove
HISTORY_MOVE_FORWARD: HistoryMove
HISTORY_MOVE_RELOAD: HistoryMove
HISTORY_MOVE_UNSPECIFIED: HistoryMove
INPUT_MEANS_SCRIPT: InputMeans
INPUT_MEANS_TRUSTED: InputMeans
INPUT_MEANS_UNSPECIFIED: InputMeans
MODIFIER_ALT: Modifier
MODIFIER_CONTROL: Modifier
MODIFIER_META: Modifier
MODIFIER_SHIFT: Modifier
MODIFIER_UNSPECIFIED: Modifier
MOUSE_BUTTON_LEFT: MouseButton
MOUSE_BUTTON_MIDDLE: MouseButton
MOUSE_BUTTON_RIGHT: MouseButton
MOUSE_BUTTON_UNSPECIFIED: MouseButton
OUTCOME_APPLIED: Outcome
OUTCOME_NOT_APPLIED: Outcome
OUTCOME_PARTIAL: Outcome
OUTCOME_UNKNOWN: Outcome
OUTCOME_UNSPECIFIED: Outcome
REF_STATE_ENABLED: RefState
REF_STATE_GONE: RefState
REF_STATE_UNSPECIFIED: RefState
REF_STATE_VISIBLE: RefState
SETTLE_REASON_CAP: SettleReason
SETTLE_REASON_CHANGED: SettleReason
SETTLE_REASON_CLOSED: SettleReason
SETTLE_REASON_DIALOG: SettleReason
SETTLE_REASON_NAVIGATED: SettleReason
SETTLE_REASON_QUIET: SettleReason
SETTLE_REASON_UNSPECIFIED: SettleReason
SETTLE_UNTIL_FIRST_CHANGE: SettleUntil
SETTLE_UNTIL_QUIET: SettleUntil
SETTLE_UNTIL_UNSPECIFIED: SettleUntil

class ActRequest(_message.Message):
    __slots__ = ["format", "request_id", "session_id", "settle_timeout", "settle_until", "snapshot_id", "steps", "tab_id", "timeout", "view"]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    SETTLE_TIMEOUT_FIELD_NUMBER: _ClassVar[int]
    SETTLE_UNTIL_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_ID_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    TAB_ID_FIELD_NUMBER: _ClassVar[int]
    TIMEOUT_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    format: _view_pb2.Format
    request_id: str
    session_id: str
    settle_timeout: _duration_pb2.Duration
    settle_until: SettleUntil
    snapshot_id: str
    steps: _containers.RepeatedCompositeFieldContainer[Step]
    tab_id: str
    timeout: _duration_pb2.Duration
    view: _view_pb2.View
    def __init__(self, session_id: _Optional[str] = ..., tab_id: _Optional[str] = ..., snapshot_id: _Optional[str] = ..., request_id: _Optional[str] = ..., steps: _Optional[_Iterable[_Union[Step, _Mapping]]] = ..., timeout: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., settle_timeout: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., settle_until: _Optional[_Union[SettleUntil, str]] = ..., format: _Optional[_Union[_view_pb2.Format, str]] = ..., view: _Optional[_Union[_view_pb2.View, _Mapping]] = ...) -> None: ...

class ActResponse(_message.Message):
    __slots__ = ["result", "started", "waiting"]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    STARTED_FIELD_NUMBER: _ClassVar[int]
    WAITING_FIELD_NUMBER: _ClassVar[int]
    result: StepResult
    started: StepStarted
    waiting: StepWaiting
    def __init__(self, started: _Optional[_Union[StepStarted, _Mapping]] = ..., waiting: _Optional[_Union[StepWaiting, _Mapping]] = ..., result: _Optional[_Union[StepResult, _Mapping]] = ...) -> None: ...

class Check(_message.Message):
    __slots__ = ["checked", "ref"]
    CHECKED_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    checked: bool
    ref: str
    def __init__(self, ref: _Optional[str] = ..., checked: bool = ...) -> None: ...

class Clear(_message.Message):
    __slots__ = ["ref"]
    REF_FIELD_NUMBER: _ClassVar[int]
    ref: str
    def __init__(self, ref: _Optional[str] = ...) -> None: ...

class Click(_message.Message):
    __slots__ = ["button", "count", "keep_pressed", "modifiers", "offset", "ref"]
    BUTTON_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    KEEP_PRESSED_FIELD_NUMBER: _ClassVar[int]
    MODIFIERS_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    button: MouseButton
    count: int
    keep_pressed: bool
    modifiers: _containers.RepeatedScalarFieldContainer[Modifier]
    offset: Offset
    ref: str
    def __init__(self, ref: _Optional[str] = ..., button: _Optional[_Union[MouseButton, str]] = ..., count: _Optional[int] = ..., modifiers: _Optional[_Iterable[_Union[Modifier, str]]] = ..., offset: _Optional[_Union[Offset, _Mapping]] = ..., keep_pressed: bool = ...) -> None: ...

class Compose(_message.Message):
    __slots__ = ["ref", "stages", "text"]
    REF_FIELD_NUMBER: _ClassVar[int]
    STAGES_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    ref: str
    stages: _containers.RepeatedScalarFieldContainer[str]
    text: str
    def __init__(self, ref: _Optional[str] = ..., text: _Optional[str] = ..., stages: _Optional[_Iterable[str]] = ...) -> None: ...

class Drag(_message.Message):
    __slots__ = ["ref", "to_ref"]
    REF_FIELD_NUMBER: _ClassVar[int]
    TO_REF_FIELD_NUMBER: _ClassVar[int]
    ref: str
    to_ref: str
    def __init__(self, ref: _Optional[str] = ..., to_ref: _Optional[str] = ...) -> None: ...

class Effect(_message.Message):
    __slots__ = ["console_errors", "delta", "events", "full", "position", "snapshot_id", "title", "url"]
    CONSOLE_ERRORS_FIELD_NUMBER: _ClassVar[int]
    DELTA_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    FULL_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_ID_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    console_errors: _containers.RepeatedScalarFieldContainer[str]
    delta: _delta_pb2.Delta
    events: _containers.RepeatedCompositeFieldContainer[_event_pb2.PageEvent]
    full: FullTree
    position: _view_pb2.Position
    snapshot_id: str
    title: str
    url: str
    def __init__(self, snapshot_id: _Optional[str] = ..., position: _Optional[_Union[_view_pb2.Position, _Mapping]] = ..., delta: _Optional[_Union[_delta_pb2.Delta, _Mapping]] = ..., full: _Optional[_Union[FullTree, _Mapping]] = ..., url: _Optional[str] = ..., title: _Optional[str] = ..., events: _Optional[_Iterable[_Union[_event_pb2.PageEvent, _Mapping]]] = ..., console_errors: _Optional[_Iterable[str]] = ...) -> None: ...

class Emulate(_message.Message):
    __slots__ = ["color_scheme", "device_scale_factor", "height", "mobile", "reduced_motion", "touch", "width"]
    COLOR_SCHEME_FIELD_NUMBER: _ClassVar[int]
    DEVICE_SCALE_FACTOR_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    MOBILE_FIELD_NUMBER: _ClassVar[int]
    REDUCED_MOTION_FIELD_NUMBER: _ClassVar[int]
    TOUCH_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    color_scheme: ColorScheme
    device_scale_factor: float
    height: int
    mobile: bool
    reduced_motion: bool
    touch: bool
    width: int
    def __init__(self, width: _Optional[int] = ..., height: _Optional[int] = ..., device_scale_factor: _Optional[float] = ..., mobile: bool = ..., touch: bool = ..., color_scheme: _Optional[_Union[ColorScheme, str]] = ..., reduced_motion: bool = ...) -> None: ...

class Evaluate(_message.Message):
    __slots__ = ["expression"]
    EXPRESSION_FIELD_NUMBER: _ClassVar[int]
    expression: str
    def __init__(self, expression: _Optional[str] = ...) -> None: ...

class FieldResult(_message.Message):
    __slots__ = ["means", "outcome", "target", "value"]
    MEANS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    means: InputMeans
    outcome: Outcome
    target: Target
    value: str
    def __init__(self, target: _Optional[_Union[Target, _Mapping]] = ..., outcome: _Optional[_Union[Outcome, str]] = ..., value: _Optional[str] = ..., means: _Optional[_Union[InputMeans, str]] = ...) -> None: ...

class FieldValue(_message.Message):
    __slots__ = ["checked", "options", "ref", "text"]
    CHECKED_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    checked: bool
    options: OptionMatches
    ref: str
    text: str
    def __init__(self, ref: _Optional[str] = ..., text: _Optional[str] = ..., checked: bool = ..., options: _Optional[_Union[OptionMatches, _Mapping]] = ...) -> None: ...

class Fill(_message.Message):
    __slots__ = ["ref", "submit", "text"]
    REF_FIELD_NUMBER: _ClassVar[int]
    SUBMIT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    ref: str
    submit: bool
    text: str
    def __init__(self, ref: _Optional[str] = ..., text: _Optional[str] = ..., submit: bool = ...) -> None: ...

class FillMany(_message.Message):
    __slots__ = ["fields"]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    fields: _containers.RepeatedCompositeFieldContainer[FieldValue]
    def __init__(self, fields: _Optional[_Iterable[_Union[FieldValue, _Mapping]]] = ...) -> None: ...

class Focus(_message.Message):
    __slots__ = ["ref"]
    REF_FIELD_NUMBER: _ClassVar[int]
    ref: str
    def __init__(self, ref: _Optional[str] = ...) -> None: ...

class FullTree(_message.Message):
    __slots__ = ["nodes", "omitted_nodes", "text"]
    NODES_FIELD_NUMBER: _ClassVar[int]
    OMITTED_NODES_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    nodes: _containers.RepeatedCompositeFieldContainer[_node_pb2.Node]
    omitted_nodes: int
    text: str
    def __init__(self, text: _Optional[str] = ..., nodes: _Optional[_Iterable[_Union[_node_pb2.Node, _Mapping]]] = ..., omitted_nodes: _Optional[int] = ...) -> None: ...

class History(_message.Message):
    __slots__ = ["move", "wait_until"]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    WAIT_UNTIL_FIELD_NUMBER: _ClassVar[int]
    move: HistoryMove
    wait_until: _tab_pb2.WaitUntil
    def __init__(self, move: _Optional[_Union[HistoryMove, str]] = ..., wait_until: _Optional[_Union[_tab_pb2.WaitUntil, str]] = ...) -> None: ...

class Hover(_message.Message):
    __slots__ = ["modifiers", "ref"]
    MODIFIERS_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    modifiers: _containers.RepeatedScalarFieldContainer[Modifier]
    ref: str
    def __init__(self, ref: _Optional[str] = ..., modifiers: _Optional[_Iterable[_Union[Modifier, str]]] = ...) -> None: ...

class Navigate(_message.Message):
    __slots__ = ["url", "wait_until"]
    URL_FIELD_NUMBER: _ClassVar[int]
    WAIT_UNTIL_FIELD_NUMBER: _ClassVar[int]
    url: str
    wait_until: _tab_pb2.WaitUntil
    def __init__(self, url: _Optional[str] = ..., wait_until: _Optional[_Union[_tab_pb2.WaitUntil, str]] = ...) -> None: ...

class Offset(_message.Message):
    __slots__ = ["x", "y"]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    x: float
    y: float
    def __init__(self, x: _Optional[float] = ..., y: _Optional[float] = ...) -> None: ...

class OptionMatch(_message.Message):
    __slots__ = ["index", "label", "ref", "text", "value"]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    index: int
    label: str
    ref: str
    text: str
    value: str
    def __init__(self, text: _Optional[str] = ..., label: _Optional[str] = ..., value: _Optional[str] = ..., index: _Optional[int] = ..., ref: _Optional[str] = ...) -> None: ...

class OptionMatches(_message.Message):
    __slots__ = ["options"]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    options: _containers.RepeatedCompositeFieldContainer[OptionMatch]
    def __init__(self, options: _Optional[_Iterable[_Union[OptionMatch, _Mapping]]] = ...) -> None: ...

class Press(_message.Message):
    __slots__ = ["key", "ref"]
    KEY_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    key: str
    ref: str
    def __init__(self, ref: _Optional[str] = ..., key: _Optional[str] = ...) -> None: ...

class RefCondition(_message.Message):
    __slots__ = ["ref", "state"]
    REF_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    ref: str
    state: RefState
    def __init__(self, ref: _Optional[str] = ..., state: _Optional[_Union[RefState, str]] = ...) -> None: ...

class Release(_message.Message):
    __slots__ = ["ref"]
    REF_FIELD_NUMBER: _ClassVar[int]
    ref: str
    def __init__(self, ref: _Optional[str] = ...) -> None: ...

class ScrollTo(_message.Message):
    __slots__ = ["delta_x", "delta_y", "max_scrolls", "ref", "until_text"]
    DELTA_X_FIELD_NUMBER: _ClassVar[int]
    DELTA_Y_FIELD_NUMBER: _ClassVar[int]
    MAX_SCROLLS_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    UNTIL_TEXT_FIELD_NUMBER: _ClassVar[int]
    delta_x: float
    delta_y: float
    max_scrolls: int
    ref: str
    until_text: str
    def __init__(self, ref: _Optional[str] = ..., delta_x: _Optional[float] = ..., delta_y: _Optional[float] = ..., until_text: _Optional[str] = ..., max_scrolls: _Optional[int] = ...) -> None: ...

class Scrolled(_message.Message):
    __slots__ = ["ended", "scrolls", "x", "y"]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    SCROLLS_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    ended: bool
    scrolls: int
    x: float
    y: float
    def __init__(self, x: _Optional[float] = ..., y: _Optional[float] = ..., ended: bool = ..., scrolls: _Optional[int] = ...) -> None: ...

class Select(_message.Message):
    __slots__ = ["options", "ref"]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    options: _containers.RepeatedCompositeFieldContainer[OptionMatch]
    ref: str
    def __init__(self, ref: _Optional[str] = ..., options: _Optional[_Iterable[_Union[OptionMatch, _Mapping]]] = ...) -> None: ...

class Step(_message.Message):
    __slots__ = ["check", "clear", "click", "compose", "drag", "emulate", "evaluate", "fill", "fill_many", "focus", "history", "hover", "navigate", "press", "release", "scroll", "select", "stop", "timeout", "type", "upload", "wait"]
    CHECK_FIELD_NUMBER: _ClassVar[int]
    CLEAR_FIELD_NUMBER: _ClassVar[int]
    CLICK_FIELD_NUMBER: _ClassVar[int]
    COMPOSE_FIELD_NUMBER: _ClassVar[int]
    DRAG_FIELD_NUMBER: _ClassVar[int]
    EMULATE_FIELD_NUMBER: _ClassVar[int]
    EVALUATE_FIELD_NUMBER: _ClassVar[int]
    FILL_FIELD_NUMBER: _ClassVar[int]
    FILL_MANY_FIELD_NUMBER: _ClassVar[int]
    FOCUS_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    HOVER_FIELD_NUMBER: _ClassVar[int]
    NAVIGATE_FIELD_NUMBER: _ClassVar[int]
    PRESS_FIELD_NUMBER: _ClassVar[int]
    RELEASE_FIELD_NUMBER: _ClassVar[int]
    SCROLL_FIELD_NUMBER: _ClassVar[int]
    SELECT_FIELD_NUMBER: _ClassVar[int]
    STOP_FIELD_NUMBER: _ClassVar[int]
    TIMEOUT_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    UPLOAD_FIELD_NUMBER: _ClassVar[int]
    WAIT_FIELD_NUMBER: _ClassVar[int]
    check: Check
    clear: Clear
    click: Click
    compose: Compose
    drag: Drag
    emulate: Emulate
    evaluate: Evaluate
    fill: Fill
    fill_many: FillMany
    focus: Focus
    history: History
    hover: Hover
    navigate: Navigate
    press: Press
    release: Release
    scroll: ScrollTo
    select: Select
    stop: Stop
    timeout: _duration_pb2.Duration
    type: TypeText
    upload: Upload
    wait: Wait
    def __init__(self, click: _Optional[_Union[Click, _Mapping]] = ..., hover: _Optional[_Union[Hover, _Mapping]] = ..., focus: _Optional[_Union[Focus, _Mapping]] = ..., fill: _Optional[_Union[Fill, _Mapping]] = ..., type: _Optional[_Union[TypeText, _Mapping]] = ..., press: _Optional[_Union[Press, _Mapping]] = ..., check: _Optional[_Union[Check, _Mapping]] = ..., select: _Optional[_Union[Select, _Mapping]] = ..., scroll: _Optional[_Union[ScrollTo, _Mapping]] = ..., navigate: _Optional[_Union[Navigate, _Mapping]] = ..., history: _Optional[_Union[History, _Mapping]] = ..., wait: _Optional[_Union[Wait, _Mapping]] = ..., upload: _Optional[_Union[Upload, _Mapping]] = ..., drag: _Optional[_Union[Drag, _Mapping]] = ..., evaluate: _Optional[_Union[Evaluate, _Mapping]] = ..., clear: _Optional[_Union[Clear, _Mapping]] = ..., fill_many: _Optional[_Union[FillMany, _Mapping]] = ..., release: _Optional[_Union[Release, _Mapping]] = ..., stop: _Optional[_Union[Stop, _Mapping]] = ..., emulate: _Optional[_Union[Emulate, _Mapping]] = ..., compose: _Optional[_Union[Compose, _Mapping]] = ..., timeout: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class StepResult(_message.Message):
    __slots__ = ["effect", "elapsed", "evaluate_json", "fields", "means", "message", "obstacle", "outcome", "reason", "rebound", "scrolled", "settle_reason", "settle_time", "step", "stopped", "target", "value"]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    ELAPSED_FIELD_NUMBER: _ClassVar[int]
    EVALUATE_JSON_FIELD_NUMBER: _ClassVar[int]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    MEANS_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    OBSTACLE_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REBOUND_FIELD_NUMBER: _ClassVar[int]
    SCROLLED_FIELD_NUMBER: _ClassVar[int]
    SETTLE_REASON_FIELD_NUMBER: _ClassVar[int]
    SETTLE_TIME_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    STOPPED_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    effect: Effect
    elapsed: _duration_pb2.Duration
    evaluate_json: str
    fields: _containers.RepeatedCompositeFieldContainer[FieldResult]
    means: InputMeans
    message: str
    obstacle: Target
    outcome: Outcome
    reason: _error_pb2.ErrorReason
    rebound: bool
    scrolled: Scrolled
    settle_reason: SettleReason
    settle_time: _duration_pb2.Duration
    step: int
    stopped: bool
    target: Target
    value: str
    def __init__(self, step: _Optional[int] = ..., outcome: _Optional[_Union[Outcome, str]] = ..., reason: _Optional[_Union[_error_pb2.ErrorReason, str]] = ..., message: _Optional[str] = ..., target: _Optional[_Union[Target, _Mapping]] = ..., obstacle: _Optional[_Union[Target, _Mapping]] = ..., value: _Optional[str] = ..., effect: _Optional[_Union[Effect, _Mapping]] = ..., settle_reason: _Optional[_Union[SettleReason, str]] = ..., settle_time: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., elapsed: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., rebound: bool = ..., evaluate_json: _Optional[str] = ..., stopped: bool = ..., means: _Optional[_Union[InputMeans, str]] = ..., scrolled: _Optional[_Union[Scrolled, _Mapping]] = ..., fields: _Optional[_Iterable[_Union[FieldResult, _Mapping]]] = ...) -> None: ...

class StepStarted(_message.Message):
    __slots__ = ["step", "target"]
    STEP_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    step: int
    target: Target
    def __init__(self, step: _Optional[int] = ..., target: _Optional[_Union[Target, _Mapping]] = ...) -> None: ...

class StepWaiting(_message.Message):
    __slots__ = ["obstacle", "step", "waiting_for"]
    OBSTACLE_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    WAITING_FOR_FIELD_NUMBER: _ClassVar[int]
    obstacle: Target
    step: int
    waiting_for: str
    def __init__(self, step: _Optional[int] = ..., waiting_for: _Optional[str] = ..., obstacle: _Optional[_Union[Target, _Mapping]] = ...) -> None: ...

class Stop(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class Target(_message.Message):
    __slots__ = ["name", "ref", "role"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    name: str
    ref: str
    role: str
    def __init__(self, ref: _Optional[str] = ..., role: _Optional[str] = ..., name: _Optional[str] = ...) -> None: ...

class TypeText(_message.Message):
    __slots__ = ["ref", "text"]
    REF_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    ref: str
    text: str
    def __init__(self, ref: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class Upload(_message.Message):
    __slots__ = ["paths", "ref"]
    PATHS_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    paths: _containers.RepeatedScalarFieldContainer[str]
    ref: str
    def __init__(self, ref: _Optional[str] = ..., paths: _Optional[_Iterable[str]] = ...) -> None: ...

class Wait(_message.Message):
    __slots__ = ["any_of"]
    ANY_OF_FIELD_NUMBER: _ClassVar[int]
    any_of: _containers.RepeatedCompositeFieldContainer[WaitCondition]
    def __init__(self, any_of: _Optional[_Iterable[_Union[WaitCondition, _Mapping]]] = ...) -> None: ...

class WaitCondition(_message.Message):
    __slots__ = ["load", "network_quiet", "quiet", "ref", "text", "text_gone", "time", "url_contains"]
    LOAD_FIELD_NUMBER: _ClassVar[int]
    NETWORK_QUIET_FIELD_NUMBER: _ClassVar[int]
    QUIET_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    TEXT_GONE_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    URL_CONTAINS_FIELD_NUMBER: _ClassVar[int]
    load: _tab_pb2.WaitUntil
    network_quiet: _duration_pb2.Duration
    quiet: _duration_pb2.Duration
    ref: RefCondition
    text: str
    text_gone: str
    time: _duration_pb2.Duration
    url_contains: str
    def __init__(self, text: _Optional[str] = ..., text_gone: _Optional[str] = ..., ref: _Optional[_Union[RefCondition, _Mapping]] = ..., url_contains: _Optional[str] = ..., load: _Optional[_Union[_tab_pb2.WaitUntil, str]] = ..., quiet: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., time: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., network_quiet: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class MouseButton(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class Modifier(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class ColorScheme(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class HistoryMove(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class RefState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class Outcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class InputMeans(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class SettleUntil(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class SettleReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
