"""Opens a page, prints its tree, clicks the first button, and prints what that changed.

Needs grpcio, see README.md in this folder. Then: python3 observe.py [PAGE] [SERVER]
"""
import pathlib
import sys

import grpc

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "gen/python"))
from observer.v1 import act_pb2, observe_pb2, observer_pb2_grpc, session_pb2, session_pb2_grpc, tab_pb2, tab_pb2_grpc, view_pb2

url = sys.argv[1] if len(sys.argv) > 1 else "https://example.org"
server = sys.argv[2] if len(sys.argv) > 2 else "127.0.0.1:7788"

with grpc.insecure_channel(server) as channel:
    sessions = session_pb2_grpc.SessionServiceStub(channel)
    observer = observer_pb2_grpc.ObserverServiceStub(channel)
    session = sessions.CreateSession(session_pb2.CreateSessionRequest()).session.session_id
    try:
        tab_pb2_grpc.TabServiceStub(channel).OpenTab(tab_pb2.OpenTabRequest(session_id=session, url=url))
        button = ""
        for message in observer.Observe(observe_pb2.ObserveRequest(session_id=session, format=view_pb2.FORMAT_BOTH)):
            print(message.chunk.text, end="")
            button = button or next((n.ref for n in message.chunk.nodes if n.role == "button" and n.ref), "")
        if button:
            click = act_pb2.Step(click=act_pb2.Click(ref=button))
            for message in observer.Act(act_pb2.ActRequest(session_id=session, steps=[click])):
                if message.HasField("result"):
                    print(act_pb2.Outcome.Name(message.result.outcome), message.result.effect.delta.text, sep="\n")
    finally:
        sessions.DeleteSession(session_pb2.DeleteSessionRequest(session_id=session))
