from buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor
DIALOG_POLICY_ACCEPT: DialogPolicy
DIALOG_POLICY_ASK: DialogPolicy
DIALOG_POLICY_DISMISS: DialogPolicy
DIALOG_POLICY_UNSPECIFIED: DialogPolicy
DOWNLOAD_POLICY_ALLOW: DownloadPolicy
DOWNLOAD_POLICY_DENY: DownloadPolicy
DOWNLOAD_POLICY_UNSPECIFIED: DownloadPolicy
PERMISSION_BACKGROUND_SYNC: Permission
PERMISSION_CAMERA: Permission
PERMISSION_CLIPBOARD_READ: Permission
PERMISSION_CLIPBOARD_WRITE: Permission
PERMISSION_GEOLOCATION: Permission
PERMISSION_IDLE_DETECTION: Permission
PERMISSION_LOCAL_FONTS: Permission
PERMISSION_MICROPHONE: Permission
PERMISSION_MIDI: Permission
PERMISSION_NOTIFICATIONS: Permission
PERMISSION_PAYMENT_HANDLER: Permission
PERMISSION_PERSISTENT_STORAGE: Permission
PERMISSION_SCREEN_WAKE_LOCK: Permission
PERMISSION_SENSORS: Permission
PERMISSION_STORAGE_ACCESS: Permission
PERMISSION_UNSPECIFIED: Permission
PERMISSION_WINDOW_MANAGEMENT: Permission

class CreateSessionRequest(_message.Message):
    __slots__ = ["label", "options"]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    label: str
    options: SessionOptions
    def __init__(self, label: _Optional[str] = ..., options: _Optional[_Union[SessionOptions, _Mapping]] = ...) -> None: ...

class CreateSessionResponse(_message.Message):
    __slots__ = ["session"]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    session: Session
    def __init__(self, session: _Optional[_Union[Session, _Mapping]] = ...) -> None: ...

class DeleteSessionRequest(_message.Message):
    __slots__ = ["session_id"]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    session_id: str
    def __init__(self, session_id: _Optional[str] = ...) -> None: ...

class DeleteSessionResponse(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class Geolocation(_message.Message):
    __slots__ = ["accuracy", "latitude", "longitude"]
    ACCURACY_FIELD_NUMBER: _ClassVar[int]
    LATITUDE_FIELD_NUMBER: _ClassVar[int]
    LONGITUDE_FIELD_NUMBER: _ClassVar[int]
    accuracy: float
    latitude: float
    longitude: float
    def __init__(self, latitude: _Optional[float] = ..., longitude: _Optional[float] = ..., accuracy: _Optional[float] = ...) -> None: ...

class GetSessionRequest(_message.Message):
    __slots__ = ["session_id"]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    session_id: str
    def __init__(self, session_id: _Optional[str] = ...) -> None: ...

class GetSessionResponse(_message.Message):
    __slots__ = ["session"]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    session: Session
    def __init__(self, session: _Optional[_Union[Session, _Mapping]] = ...) -> None: ...

class HttpCredential(_message.Message):
    __slots__ = ["origin", "password", "username"]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    PASSWORD_FIELD_NUMBER: _ClassVar[int]
    USERNAME_FIELD_NUMBER: _ClassVar[int]
    origin: str
    password: str
    username: str
    def __init__(self, origin: _Optional[str] = ..., username: _Optional[str] = ..., password: _Optional[str] = ...) -> None: ...

class ListSessionsRequest(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class ListSessionsResponse(_message.Message):
    __slots__ = ["sessions"]
    SESSIONS_FIELD_NUMBER: _ClassVar[int]
    sessions: _containers.RepeatedCompositeFieldContainer[Session]
    def __init__(self, sessions: _Optional[_Iterable[_Union[Session, _Mapping]]] = ...) -> None: ...

class Session(_message.Message):
    __slots__ = ["browser_version", "create_time", "epoch", "label", "options", "session_id", "tab_count"]
    BROWSER_VERSION_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    TAB_COUNT_FIELD_NUMBER: _ClassVar[int]
    browser_version: str
    create_time: _timestamp_pb2.Timestamp
    epoch: str
    label: str
    options: SessionOptions
    session_id: str
    tab_count: int
    def __init__(self, session_id: _Optional[str] = ..., label: _Optional[str] = ..., create_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., browser_version: _Optional[str] = ..., epoch: _Optional[str] = ..., tab_count: _Optional[int] = ..., options: _Optional[_Union[SessionOptions, _Mapping]] = ...) -> None: ...

class SessionOptions(_message.Message):
    __slots__ = ["dialog_policy", "download_policy", "geolocation", "http_credentials", "idle_timeout", "locale", "permissions", "prompt_text", "timezone", "viewport"]
    DIALOG_POLICY_FIELD_NUMBER: _ClassVar[int]
    DOWNLOAD_POLICY_FIELD_NUMBER: _ClassVar[int]
    GEOLOCATION_FIELD_NUMBER: _ClassVar[int]
    HTTP_CREDENTIALS_FIELD_NUMBER: _ClassVar[int]
    IDLE_TIMEOUT_FIELD_NUMBER: _ClassVar[int]
    LOCALE_FIELD_NUMBER: _ClassVar[int]
    PERMISSIONS_FIELD_NUMBER: _ClassVar[int]
    PROMPT_TEXT_FIELD_NUMBER: _ClassVar[int]
    TIMEZONE_FIELD_NUMBER: _ClassVar[int]
    VIEWPORT_FIELD_NUMBER: _ClassVar[int]
    dialog_policy: DialogPolicy
    download_policy: DownloadPolicy
    geolocation: Geolocation
    http_credentials: _containers.RepeatedCompositeFieldContainer[HttpCredential]
    idle_timeout: _duration_pb2.Duration
    locale: str
    permissions: _containers.RepeatedScalarFieldContainer[Permission]
    prompt_text: str
    timezone: str
    viewport: Viewport
    def __init__(self, viewport: _Optional[_Union[Viewport, _Mapping]] = ..., dialog_policy: _Optional[_Union[DialogPolicy, str]] = ..., prompt_text: _Optional[str] = ..., locale: _Optional[str] = ..., timezone: _Optional[str] = ..., idle_timeout: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., download_policy: _Optional[_Union[DownloadPolicy, str]] = ..., permissions: _Optional[_Iterable[_Union[Permission, str]]] = ..., geolocation: _Optional[_Union[Geolocation, _Mapping]] = ..., http_credentials: _Optional[_Iterable[_Union[HttpCredential, _Mapping]]] = ...) -> None: ...

class Viewport(_message.Message):
    __slots__ = ["device_scale_factor", "height", "width"]
    DEVICE_SCALE_FACTOR_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    device_scale_factor: float
    height: int
    width: int
    def __init__(self, width: _Optional[int] = ..., height: _Optional[int] = ..., device_scale_factor: _Optional[float] = ...) -> None: ...

class DownloadPolicy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class Permission(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class DialogPolicy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
