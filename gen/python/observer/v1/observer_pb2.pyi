from observer.v1 import act_pb2 as _act_pb2
from observer.v1 import observe_pb2 as _observe_pb2
from observer.v1 import watch_pb2 as _watch_pb2
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor
