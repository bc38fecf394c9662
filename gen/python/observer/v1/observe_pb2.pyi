from buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from observer.v1 import delta_pb2 as _delta_pb2
from observer.v1 import event_pb2 as _event_pb2
from observer.v1 import node_pb2 as _node_pb2
from observer.v1 import view_pb2 as _view_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor
FULL_REASON_HISTORY_LOST: FullReason
FULL_REASON_LARGE_CHANGE: FullReason
FULL_REASON_NAVIGATED: FullReason
FULL_REASON_OTHER_BASELINE: FullReason
FULL_REASON_UNSPECIFIED: FullReason
STALE_REASON_DIALOG: StaleReason
STALE_REASON_UNRESPONSIVE: StaleReason
STALE_REASON_UNSPECIFIED: StaleReason

class Budget(_message.Message):
    __slots__ = ["max_bytes", "max_tokens"]
    MAX_BYTES_FIELD_NUMBER: _ClassVar[int]
    MAX_TOKENS_FIELD_NUMBER: _ClassVar[int]
    max_bytes: int
    max_tokens: int
    def __init__(self, max_bytes: _Optional[int] = ..., max_tokens: _Optional[int] = ...) -> None: ...

class Find(_message.Message):
    __slots__ = ["max_matches", "regex", "text"]
    MAX_MATCHES_FIELD_NUMBER: _ClassVar[int]
    REGEX_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    max_matches: int
    regex: str
    text: str
    def __init__(self, text: _Optional[str] = ..., regex: _Optional[str] = ..., max_matches: _Optional[int] = ...) -> None: ...

class ObserveRequest(_message.Message):
    __slots__ = ["budget", "cursor", "engine", "fence", "find", "format", "include_bounds", "max_wait", "session_id", "since_snapshot_id", "snapshot_id", "tab_id", "view"]
    BUDGET_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    ENGINE_FIELD_NUMBER: _ClassVar[int]
    FENCE_FIELD_NUMBER: _ClassVar[int]
    FIND_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_BOUNDS_FIELD_NUMBER: _ClassVar[int]
    MAX_WAIT_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    SINCE_SNAPSHOT_ID_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_ID_FIELD_NUMBER: _ClassVar[int]
    TAB_ID_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    budget: Budget
    cursor: str
    engine: _view_pb2.Engine
    fence: bool
    find: Find
    format: _view_pb2.Format
    include_bounds: bool
    max_wait: _duration_pb2.Duration
    session_id: str
    since_snapshot_id: str
    snapshot_id: str
    tab_id: str
    view: _view_pb2.View
    def __init__(self, session_id: _Optional[str] = ..., tab_id: _Optional[str] = ..., view: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., format: _Optional[_Union[_view_pb2.Format, str]] = ..., engine: _Optional[_Union[_view_pb2.Engine, str]] = ..., snapshot_id: _Optional[str] = ..., since_snapshot_id: _Optional[str] = ..., find: _Optional[_Union[Find, _Mapping]] = ..., budget: _Optional[_Union[Budget, _Mapping]] = ..., cursor: _Optional[str] = ..., fence: bool = ..., include_bounds: bool = ..., max_wait: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class ObserveResponse(_message.Message):
    __slots__ = ["chunk", "delta", "end", "header"]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    DELTA_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    chunk: SnapshotChunk
    delta: _delta_pb2.Delta
    end: SnapshotEnd
    header: SnapshotHeader
    def __init__(self, header: _Optional[_Union[SnapshotHeader, _Mapping]] = ..., chunk: _Optional[_Union[SnapshotChunk, _Mapping]] = ..., delta: _Optional[_Union[_delta_pb2.Delta, _Mapping]] = ..., end: _Optional[_Union[SnapshotEnd, _Mapping]] = ...) -> None: ...

class SnapshotChunk(_message.Message):
    __slots__ = ["nodes", "text"]
    NODES_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    nodes: _containers.RepeatedCompositeFieldContainer[_node_pb2.Node]
    text: str
    def __init__(self, text: _Optional[str] = ..., nodes: _Optional[_Iterable[_Union[_node_pb2.Node, _Mapping]]] = ...) -> None: ...

class SnapshotEnd(_message.Message):
    __slots__ = ["digest", "line_count", "match_count", "next_cursor", "node_count", "omitted_nodes"]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    LINE_COUNT_FIELD_NUMBER: _ClassVar[int]
    MATCH_COUNT_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    NODE_COUNT_FIELD_NUMBER: _ClassVar[int]
    OMITTED_NODES_FIELD_NUMBER: _ClassVar[int]
    digest: int
    line_count: int
    match_count: int
    next_cursor: str
    node_count: int
    omitted_nodes: int
    def __init__(self, node_count: _Optional[int] = ..., line_count: _Optional[int] = ..., omitted_nodes: _Optional[int] = ..., next_cursor: _Optional[str] = ..., digest: _Optional[int] = ..., match_count: _Optional[int] = ...) -> None: ...

class SnapshotHeader(_message.Message):
    __slots__ = ["dialog", "engine", "fence_nonce", "full_reason", "loading", "position", "snapshot_id", "stale_reason", "stand_in_documents", "tab_id", "title", "untrusted_fields", "url"]
    DIALOG_FIELD_NUMBER: _ClassVar[int]
    ENGINE_FIELD_NUMBER: _ClassVar[int]
    FENCE_NONCE_FIELD_NUMBER: _ClassVar[int]
    FULL_REASON_FIELD_NUMBER: _ClassVar[int]
    LOADING_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_ID_FIELD_NUMBER: _ClassVar[int]
    STALE_REASON_FIELD_NUMBER: _ClassVar[int]
    STAND_IN_DOCUMENTS_FIELD_NUMBER: _ClassVar[int]
    TAB_ID_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    UNTRUSTED_FIELDS_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    dialog: _event_pb2.Dialog
    engine: _view_pb2.Engine
    fence_nonce: str
    full_reason: FullReason
    loading: bool
    position: _view_pb2.Position
    snapshot_id: str
    stale_reason: StaleReason
    stand_in_documents: int
    tab_id: str
    title: str
    untrusted_fields: _containers.RepeatedScalarFieldContainer[str]
    url: str
    def __init__(self, snapshot_id: _Optional[str] = ..., position: _Optional[_Union[_view_pb2.Position, _Mapping]] = ..., tab_id: _Optional[str] = ..., url: _Optional[str] = ..., title: _Optional[str] = ..., engine: _Optional[_Union[_view_pb2.Engine, str]] = ..., full_reason: _Optional[_Union[FullReason, str]] = ..., dialog: _Optional[_Union[_event_pb2.Dialog, _Mapping]] = ..., fence_nonce: _Optional[str] = ..., untrusted_fields: _Optional[_Iterable[str]] = ..., loading: bool = ..., stale_reason: _Optional[_Union[StaleReason, str]] = ..., stand_in_documents: _Optional[int] = ...) -> None: ...

class FullReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class StaleReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
