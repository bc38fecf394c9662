from observer.v1 import node_pb2 as _node_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Added(_message.Message):
    __slots__ = ["after_id", "nodes"]
    AFTER_ID_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    after_id: int
    nodes: _containers.RepeatedCompositeFieldContainer[_node_pb2.Node]
    def __init__(self, after_id: _Optional[int] = ..., nodes: _Optional[_Iterable[_Union[_node_pb2.Node, _Mapping]]] = ...) -> None: ...

class Changed(_message.Message):
    __slots__ = ["node", "old_node_id"]
    NODE_FIELD_NUMBER: _ClassVar[int]
    OLD_NODE_ID_FIELD_NUMBER: _ClassVar[int]
    node: _node_pb2.Node
    old_node_id: int
    def __init__(self, node: _Optional[_Union[_node_pb2.Node, _Mapping]] = ..., old_node_id: _Optional[int] = ...) -> None: ...

class Delta(_message.Message):
    __slots__ = ["added", "digest", "from_revision", "more", "operations", "rebound", "removed", "revision", "snapshot_id", "text"]
    ADDED_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    FROM_REVISION_FIELD_NUMBER: _ClassVar[int]
    MORE_FIELD_NUMBER: _ClassVar[int]
    OPERATIONS_FIELD_NUMBER: _ClassVar[int]
    REBOUND_FIELD_NUMBER: _ClassVar[int]
    REMOVED_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    added: int
    digest: int
    from_revision: int
    more: bool
    operations: _containers.RepeatedCompositeFieldContainer[Operation]
    rebound: _containers.RepeatedCompositeFieldContainer[Rebound]
    removed: int
    revision: int
    snapshot_id: str
    text: str
    def __init__(self, from_revision: _Optional[int] = ..., revision: _Optional[int] = ..., snapshot_id: _Optional[str] = ..., operations: _Optional[_Iterable[_Union[Operation, _Mapping]]] = ..., text: _Optional[str] = ..., added: _Optional[int] = ..., removed: _Optional[int] = ..., rebound: _Optional[_Iterable[_Union[Rebound, _Mapping]]] = ..., digest: _Optional[int] = ..., more: bool = ...) -> None: ...

class Moved(_message.Message):
    __slots__ = ["after_id", "node_id", "parent_id"]
    AFTER_ID_FIELD_NUMBER: _ClassVar[int]
    NODE_ID_FIELD_NUMBER: _ClassVar[int]
    PARENT_ID_FIELD_NUMBER: _ClassVar[int]
    after_id: int
    node_id: int
    parent_id: int
    def __init__(self, node_id: _Optional[int] = ..., parent_id: _Optional[int] = ..., after_id: _Optional[int] = ...) -> None: ...

class Operation(_message.Message):
    __slots__ = ["added", "changed", "moved", "removed", "renewed"]
    ADDED_FIELD_NUMBER: _ClassVar[int]
    CHANGED_FIELD_NUMBER: _ClassVar[int]
    MOVED_FIELD_NUMBER: _ClassVar[int]
    REMOVED_FIELD_NUMBER: _ClassVar[int]
    RENEWED_FIELD_NUMBER: _ClassVar[int]
    added: Added
    changed: Changed
    moved: Moved
    removed: Removed
    renewed: Renewed
    def __init__(self, added: _Optional[_Union[Added, _Mapping]] = ..., removed: _Optional[_Union[Removed, _Mapping]] = ..., changed: _Optional[_Union[Changed, _Mapping]] = ..., moved: _Optional[_Union[Moved, _Mapping]] = ..., renewed: _Optional[_Union[Renewed, _Mapping]] = ...) -> None: ...

class Rebound(_message.Message):
    __slots__ = ["name", "new_node_id", "old_node_id", "ref", "role"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    NEW_NODE_ID_FIELD_NUMBER: _ClassVar[int]
    OLD_NODE_ID_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    name: str
    new_node_id: int
    old_node_id: int
    ref: str
    role: str
    def __init__(self, ref: _Optional[str] = ..., role: _Optional[str] = ..., name: _Optional[str] = ..., old_node_id: _Optional[int] = ..., new_node_id: _Optional[int] = ...) -> None: ...

class Removed(_message.Message):
    __slots__ = ["node_id"]
    NODE_ID_FIELD_NUMBER: _ClassVar[int]
    node_id: int
    def __init__(self, node_id: _Optional[int] = ...) -> None: ...

class Renewed(_message.Message):
    __slots__ = ["new_node_ids", "node_id"]
    NEW_NODE_IDS_FIELD_NUMBER: _ClassVar[int]
    NODE_ID_FIELD_NUMBER: _ClassVar[int]
    new_node_ids: _containers.RepeatedScalarFieldContainer[int]
    node_id: int
    def __init__(self, node_id: _Optional[int] = ..., new_node_ids: _Optional[_Iterable[int]] = ...) -> None: ...
