from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Mapping as _Mapping, Optional as _Optional, Union as _Union

AUTH_ANSWER_REFUSED: AuthAnswer
AUTH_ANSWER_REJECTED: AuthAnswer
AUTH_ANSWER_SENT: AuthAnswer
AUTH_ANSWER_UNSPECIFIED: AuthAnswer
DESCRIPTOR: _descriptor.FileDescriptor
DIALOG_TYPE_ALERT: DialogType
DIALOG_TYPE_BEFOREUNLOAD: DialogType
DIALOG_TYPE_CONFIRM: DialogType
DIALOG_TYPE_PROMPT: DialogType
DIALOG_TYPE_UNSPECIFIED: DialogType
DOWNLOAD_DENIAL_FILE_TOO_LARGE: DownloadDenial
DOWNLOAD_DENIAL_POLICY: DownloadDenial
DOWNLOAD_DENIAL_SESSION_FULL: DownloadDenial
DOWNLOAD_DENIAL_TOO_MANY: DownloadDenial
DOWNLOAD_DENIAL_UNSPECIFIED: DownloadDenial
DOWNLOAD_STATE_CANCELLED: DownloadState
DOWNLOAD_STATE_COMPLETED: DownloadState
DOWNLOAD_STATE_DENIED: DownloadState
DOWNLOAD_STATE_IN_PROGRESS: DownloadState
DOWNLOAD_STATE_UNSPECIFIED: DownloadState

class AuthChallenge(_message.Message):
    __slots__ = ["answer", "origin", "proxy", "realm"]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    PROXY_FIELD_NUMBER: _ClassVar[int]
    REALM_FIELD_NUMBER: _ClassVar[int]
    answer: AuthAnswer
    origin: str
    proxy: bool
    realm: str
    def __init__(self, origin: _Optional[str] = ..., realm: _Optional[str] = ..., proxy: bool = ..., answer: _Optional[_Union[AuthAnswer, str]] = ...) -> None: ...

class Closed(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class Crashed(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class Dialog(_message.Message):
    __slots__ = ["accepted", "by_policy", "default_prompt", "message", "type"]
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    BY_POLICY_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_PROMPT_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    accepted: bool
    by_policy: bool
    default_prompt: str
    message: str
    type: DialogType
    def __init__(self, type: _Optional[_Union[DialogType, str]] = ..., message: _Optional[str] = ..., default_prompt: _Optional[str] = ..., accepted: bool = ..., by_policy: bool = ...) -> None: ...

class Download(_message.Message):
    __slots__ = ["denial", "download_id", "received_bytes", "state", "suggested_filename", "tab_id", "total_bytes", "url"]
    DENIAL_FIELD_NUMBER: _ClassVar[int]
    DOWNLOAD_ID_FIELD_NUMBER: _ClassVar[int]
    RECEIVED_BYTES_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    SUGGESTED_FILENAME_FIELD_NUMBER: _ClassVar[int]
    TAB_ID_FIELD_NUMBER: _ClassVar[int]
    TOTAL_BYTES_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    denial: DownloadDenial
    download_id: str
    received_bytes: int
    state: DownloadState
    suggested_filename: str
    tab_id: str
    total_bytes: int
    url: str
    def __init__(self, download_id: _Optional[str] = ..., suggested_filename: _Optional[str] = ..., state: _Optional[_Union[DownloadState, str]] = ..., received_bytes: _Optional[int] = ..., total_bytes: _Optional[int] = ..., denial: _Optional[_Union[DownloadDenial, str]] = ..., url: _Optional[str] = ..., tab_id: _Optional[str] = ...) -> None: ...

class Navigated(_message.Message):
    __slots__ = ["generation", "same_document", "url"]
    GENERATION_FIELD_NUMBER: _ClassVar[int]
    SAME_DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    generation: int
    same_document: bool
    url: str
    def __init__(self, url: _Optional[str] = ..., generation: _Optional[int] = ..., same_document: bool = ...) -> None: ...

class PageEvent(_message.Message):
    __slots__ = ["auth_challenge", "closed", "crashed", "dialog_closed", "dialog_opened", "download", "navigated", "popup"]
    AUTH_CHALLENGE_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    CRASHED_FIELD_NUMBER: _ClassVar[int]
    DIALOG_CLOSED_FIELD_NUMBER: _ClassVar[int]
    DIALOG_OPENED_FIELD_NUMBER: _ClassVar[int]
    DOWNLOAD_FIELD_NUMBER: _ClassVar[int]
    NAVIGATED_FIELD_NUMBER: _ClassVar[int]
    POPUP_FIELD_NUMBER: _ClassVar[int]
    auth_challenge: AuthChallenge
    closed: Closed
    crashed: Crashed
    dialog_closed: Dialog
    dialog_opened: Dialog
    download: Download
    navigated: Navigated
    popup: Popup
    def __init__(self, navigated: _Optional[_Union[Navigated, _Mapping]] = ..., dialog_opened: _Optional[_Union[Dialog, _Mapping]] = ..., dialog_closed: _Optional[_Union[Dialog, _Mapping]] = ..., popup: _Optional[_Union[Popup, _Mapping]] = ..., download: _Optional[_Union[Download, _Mapping]] = ..., crashed: _Optional[_Union[Crashed, _Mapping]] = ..., closed: _Optional[_Union[Closed, _Mapping]] = ..., auth_challenge: _Optional[_Union[AuthChallenge, _Mapping]] = ...) -> None: ...

class Popup(_message.Message):
    __slots__ = ["refused", "tab_id", "url"]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    TAB_ID_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    refused: bool
    tab_id: str
    url: str
    def __init__(self, tab_id: _Optional[str] = ..., url: _Optional[str] = ..., refused: bool = ...) -> None: ...

class DialogType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class DownloadState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class DownloadDenial(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class AuthAnswer(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
