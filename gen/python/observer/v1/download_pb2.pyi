from buf.validate import validate_pb2 as _validate_pb2
from observer.v1 import event_pb2 as _event_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DeleteDownloadRequest(_message.Message):
    __slots__ = ["download_id", "session_id"]
    DOWNLOAD_ID_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    download_id: str
    session_id: str
    def __init__(self, session_id: _Optional[str] = ..., download_id: _Optional[str] = ...) -> None: ...

class DeleteDownloadResponse(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class ListDownloadsRequest(_message.Message):
    __slots__ = ["session_id"]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    session_id: str
    def __init__(self, session_id: _Optional[str] = ...) -> None: ...

class ListDownloadsResponse(_message.Message):
    __slots__ = ["downloads"]
    DOWNLOADS_FIELD_NUMBER: _ClassVar[int]
    downloads: _containers.RepeatedCompositeFieldContainer[_event_pb2.Download]
    def __init__(self, downloads: _Optional[_Iterable[_Union[_event_pb2.Download, _Mapping]]] = ...) -> None: ...

class ReadDownloadEnd(_message.Message):
    __slots__ = ["sha256", "size_bytes"]
    SHA256_FIELD_NUMBER: _ClassVar[int]
    SIZE_BYTES_FIELD_NUMBER: _ClassVar[int]
    sha256: bytes
    size_bytes: int
    def __init__(self, size_bytes: _Optional[int] = ..., sha256: _Optional[bytes] = ...) -> None: ...

class ReadDownloadRequest(_message.Message):
    __slots__ = ["download_id", "offset", "session_id"]
    DOWNLOAD_ID_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    download_id: str
    offset: int
    session_id: str
    def __init__(self, session_id: _Optional[str] = ..., download_id: _Optional[str] = ..., offset: _Optional[int] = ...) -> None: ...

class ReadDownloadResponse(_message.Message):
    __slots__ = ["chunk", "download", "end"]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    DOWNLOAD_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    chunk: bytes
    download: _event_pb2.Download
    end: ReadDownloadEnd
    def __init__(self, download: _Optional[_Union[_event_pb2.Download, _Mapping]] = ..., chunk: _Optional[bytes] = ..., end: _Optional[_Union[ReadDownloadEnd, _Mapping]] = ...) -> None: ...
