from buf.validate import validate_pb2 as _validate_pb2
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor
ENGINE_AX: Engine
ENGINE_PAGE: Engine
ENGINE_UNSPECIFIED: Engine
FORMAT_BOTH: Format
FORMAT_NODES: Format
FORMAT_TEXT: Format
FORMAT_UNSPECIFIED: Format
REF_POLICY_ACTIONABLE: RefPolicy
REF_POLICY_ALL: RefPolicy
REF_POLICY_UNSPECIFIED: RefPolicy

class Position(_message.Message):
    __slots__ = ["epoch", "generation", "revision"]
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    GENERATION_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    epoch: str
    generation: int
    revision: int
    def __init__(self, epoch: _Optional[str] = ..., generation: _Optional[int] = ..., revision: _Optional[int] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ["interactive_only", "mark_covered", "max_depth", "refs", "scope_ref"]
    INTERACTIVE_ONLY_FIELD_NUMBER: _ClassVar[int]
    MARK_COVERED_FIELD_NUMBER: _ClassVar[int]
    MAX_DEPTH_FIELD_NUMBER: _ClassVar[int]
    REFS_FIELD_NUMBER: _ClassVar[int]
    SCOPE_REF_FIELD_NUMBER: _ClassVar[int]
    interactive_only: bool
    mark_covered: bool
    max_depth: int
    refs: RefPolicy
    scope_ref: str
    def __init__(self, interactive_only: bool = ..., max_depth: _Optional[int] = ..., scope_ref: _Optional[str] = ..., refs: _Optional[_Union[RefPolicy, str]] = ..., mark_covered: bool = ...) -> None: ...

class RefPolicy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class Format(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class Engine(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
