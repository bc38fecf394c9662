from buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from observer.v1 import delta_pb2 as _delta_pb2
from observer.v1 import event_pb2 as _event_pb2
from observer.v1 import observe_pb2 as _observe_pb2
from observer.v1 import view_pb2 as _view_pb2
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor
RESET_REASON_COMPACTED: ResetReason
RESET_REASON_FUTURE: ResetReason
RESET_REASON_LARGE_CHANGE: ResetReason
RESET_REASON_NAVIGATED: ResetReason
RESET_REASON_OTHER_EPOCH: ResetReason
RESET_REASON_UNSPECIFIED: ResetReason

class WatchCurrent(_message.Message):
    __slots__ = ["digest", "node_count", "snapshot_id", "stale_reason", "title", "url"]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    NODE_COUNT_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_ID_FIELD_NUMBER: _ClassVar[int]
    STALE_REASON_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    digest: int
    node_count: int
    snapshot_id: str
    stale_reason: _observe_pb2.StaleReason
    title: str
    url: str
    def __init__(self, snapshot_id: _Optional[str] = ..., node_count: _Optional[int] = ..., digest: _Optional[int] = ..., url: _Optional[str] = ..., title: _Optional[str] = ..., stale_reason: _Optional[_Union[_observe_pb2.StaleReason, str]] = ...) -> None: ...

class WatchDiffRequest(_message.Message):
    __slots__ = ["context_lines", "format", "heartbeat", "min_interval", "resume_token", "session_id", "skip_snapshot", "tab_id", "view"]
    CONTEXT_LINES_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_FIELD_NUMBER: _ClassVar[int]
    MIN_INTERVAL_FIELD_NUMBER: _ClassVar[int]
    RESUME_TOKEN_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    SKIP_SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    TAB_ID_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    context_lines: int
    format: _view_pb2.Format
    heartbeat: _duration_pb2.Duration
    min_interval: _duration_pb2.Duration
    resume_token: bytes
    session_id: str
    skip_snapshot: bool
    tab_id: str
    view: _view_pb2.View
    def __init__(self, session_id: _Optional[str] = ..., tab_id: _Optional[str] = ..., view: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., format: _Optional[_Union[_view_pb2.Format, str]] = ..., resume_token: _Optional[bytes] = ..., heartbeat: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., min_interval: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., skip_snapshot: bool = ..., context_lines: _Optional[int] = ...) -> None: ...

class WatchDiffResponse(_message.Message):
    __slots__ = ["current", "delta", "going_away", "opened", "page_event", "position", "progress", "reset", "resume_token", "snapshot"]
    CURRENT_FIELD_NUMBER: _ClassVar[int]
    DELTA_FIELD_NUMBER: _ClassVar[int]
    GOING_AWAY_FIELD_NUMBER: _ClassVar[int]
    OPENED_FIELD_NUMBER: _ClassVar[int]
    PAGE_EVENT_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    RESET_FIELD_NUMBER: _ClassVar[int]
    RESUME_TOKEN_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    current: WatchCurrent
    delta: _delta_pb2.Delta
    going_away: WatchGoingAway
    opened: WatchOpened
    page_event: _event_pb2.PageEvent
    position: _view_pb2.Position
    progress: WatchProgress
    reset: WatchReset
    resume_token: bytes
    snapshot: _observe_pb2.SnapshotChunk
    def __init__(self, position: _Optional[_Union[_view_pb2.Position, _Mapping]] = ..., resume_token: _Optional[bytes] = ..., opened: _Optional[_Union[WatchOpened, _Mapping]] = ..., snapshot: _Optional[_Union[_observe_pb2.SnapshotChunk, _Mapping]] = ..., current: _Optional[_Union[WatchCurrent, _Mapping]] = ..., delta: _Optional[_Union[_delta_pb2.Delta, _Mapping]] = ..., reset: _Optional[_Union[WatchReset, _Mapping]] = ..., progress: _Optional[_Union[WatchProgress, _Mapping]] = ..., page_event: _Optional[_Union[_event_pb2.PageEvent, _Mapping]] = ..., going_away: _Optional[_Union[WatchGoingAway, _Mapping]] = ...) -> None: ...

class WatchGoingAway(_message.Message):
    __slots__ = ["message", "retry_after"]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    RETRY_AFTER_FIELD_NUMBER: _ClassVar[int]
    message: str
    retry_after: _duration_pb2.Duration
    def __init__(self, message: _Optional[str] = ..., retry_after: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class WatchOpened(_message.Message):
    __slots__ = ["expire_time", "heartbeat", "min_interval", "resumed", "tab_id"]
    EXPIRE_TIME_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_FIELD_NUMBER: _ClassVar[int]
    MIN_INTERVAL_FIELD_NUMBER: _ClassVar[int]
    RESUMED_FIELD_NUMBER: _ClassVar[int]
    TAB_ID_FIELD_NUMBER: _ClassVar[int]
    expire_time: _timestamp_pb2.Timestamp
    heartbeat: _duration_pb2.Duration
    min_interval: _duration_pb2.Duration
    resumed: bool
    tab_id: str
    def __init__(self, tab_id: _Optional[str] = ..., heartbeat: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., min_interval: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., resumed: bool = ..., expire_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class WatchProgress(_message.Message):
    __slots__ = ["digest"]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    digest: int
    def __init__(self, digest: _Optional[int] = ...) -> None: ...

class WatchReset(_message.Message):
    __slots__ = ["reason"]
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: ResetReason
    def __init__(self, reason: _Optional[_Union[ResetReason, str]] = ...) -> None: ...

class ResetReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
