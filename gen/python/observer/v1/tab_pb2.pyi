from buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from observer.v1 import event_pb2 as _event_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor
TAB_STATE_CRASHED: TabState
TAB_STATE_LOADING: TabState
TAB_STATE_READY: TabState
TAB_STATE_UNSPECIFIED: TabState
WAIT_UNTIL_COMMIT: WaitUntil
WAIT_UNTIL_DOM_CONTENT_LOADED: WaitUntil
WAIT_UNTIL_LOAD: WaitUntil
WAIT_UNTIL_UNSPECIFIED: WaitUntil

class ActivateTabRequest(_message.Message):
    __slots__ = ["session_id", "tab_id"]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    TAB_ID_FIELD_NUMBER: _ClassVar[int]
    session_id: str
    tab_id: str
    def __init__(self, session_id: _Optional[str] = ..., tab_id: _Optional[str] = ...) -> None: ...

class ActivateTabResponse(_message.Message):
    __slots__ = ["tab"]
    TAB_FIELD_NUMBER: _ClassVar[int]
    tab: Tab
    def __init__(self, tab: _Optional[_Union[Tab, _Mapping]] = ...) -> None: ...

class CloseTabRequest(_message.Message):
    __slots__ = ["session_id", "tab_id"]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    TAB_ID_FIELD_NUMBER: _ClassVar[int]
    session_id: str
    tab_id: str
    def __init__(self, session_id: _Optional[str] = ..., tab_id: _Optional[str] = ...) -> None: ...

class CloseTabResponse(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class HandleDialogRequest(_message.Message):
    __slots__ = ["accept", "prompt_text", "session_id", "tab_id"]
    ACCEPT_FIELD_NUMBER: _ClassVar[int]
    PROMPT_TEXT_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    TAB_ID_FIELD_NUMBER: _ClassVar[int]
    accept: bool
    prompt_text: str
    session_id: str
    tab_id: str
    def __init__(self, session_id: _Optional[str] = ..., tab_id: _Optional[str] = ..., accept: bool = ..., prompt_text: _Optional[str] = ...) -> None: ...

class HandleDialogResponse(_message.Message):
    __slots__ = ["dialog"]
    DIALOG_FIELD_NUMBER: _ClassVar[int]
    dialog: _event_pb2.Dialog
    def __init__(self, dialog: _Optional[_Union[_event_pb2.Dialog, _Mapping]] = ...) -> None: ...

class ListTabsRequest(_message.Message):
    __slots__ = ["session_id"]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    session_id: str
    def __init__(self, session_id: _Optional[str] = ...) -> None: ...

class ListTabsResponse(_message.Message):
    __slots__ = ["tabs"]
    TABS_FIELD_NUMBER: _ClassVar[int]
    tabs: _containers.RepeatedCompositeFieldContainer[Tab]
    def __init__(self, tabs: _Optional[_Iterable[_Union[Tab, _Mapping]]] = ...) -> None: ...

class OpenTabRequest(_message.Message):
    __slots__ = ["background", "session_id", "timeout", "url", "wait_until"]
    BACKGROUND_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    TIMEOUT_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    WAIT_UNTIL_FIELD_NUMBER: _ClassVar[int]
    background: bool
    session_id: str
    timeout: _duration_pb2.Duration
    url: str
    wait_until: WaitUntil
    def __init__(self, session_id: _Optional[str] = ..., url: _Optional[str] = ..., wait_until: _Optional[_Union[WaitUntil, str]] = ..., timeout: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., background: bool = ...) -> None: ...

class OpenTabResponse(_message.Message):
    __slots__ = ["download", "load_timed_out", "tab"]
    DOWNLOAD_FIELD_NUMBER: _ClassVar[int]
    LOAD_TIMED_OUT_FIELD_NUMBER: _ClassVar[int]
    TAB_FIELD_NUMBER: _ClassVar[int]
    download: _event_pb2.Download
    load_timed_out: bool
    tab: Tab
    def __init__(self, tab: _Optional[_Union[Tab, _Mapping]] = ..., load_timed_out: bool = ..., download: _Optional[_Union[_event_pb2.Download, _Mapping]] = ...) -> None: ...

class Tab(_message.Message):
    __slots__ = ["active", "dialog", "opener_tab_id", "revision", "session_id", "state", "tab_id", "title", "url"]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    DIALOG_FIELD_NUMBER: _ClassVar[int]
    OPENER_TAB_ID_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    TAB_ID_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    active: bool
    dialog: _event_pb2.Dialog
    opener_tab_id: str
    revision: int
    session_id: str
    state: TabState
    tab_id: str
    title: str
    url: str
    def __init__(self, tab_id: _Optional[str] = ..., session_id: _Optional[str] = ..., url: _Optional[str] = ..., title: _Optional[str] = ..., active: bool = ..., opener_tab_id: _Optional[str] = ..., state: _Optional[_Union[TabState, str]] = ..., revision: _Optional[int] = ..., dialog: _Optional[_Union[_event_pb2.Dialog, _Mapping]] = ...) -> None: ...

class TabState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class WaitUntil(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
