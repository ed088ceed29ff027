"""Writes what this release writes into a new folder: fixtures.py FOLDER PROGRAMS

PROGRAMS has chat-server and chat-client. The story Tests/Releases/story.feature is played on a server with a data
file, and on one with a PostgreSQL database where there is one. FOLDER then has:

  chat.sqlite        the data file
  database.sql       the database, as pg_dump --inserts writes it
  answers.json       what the server answers to each person after a restart
  recording.feature  the recording of the story
  rerun.txt          the rerun list of a run that failed
  part-N.FORMAT      the reports of two parts of that run: the trace, JUnit and messages

ReleaseFixturesTests opens all of them with the programs that it tests.
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

import database
from chat import HOST, Refused, Server, Session

HERE = os.path.dirname(os.path.abspath(__file__))
RELEASES = os.path.join(HERE, "..", "..", "Tests", "Releases")
PEOPLE = ("anna", "bea", "carl", "dana")
APPS = ("com.example.notes", "com.example.board", "com.example.news")


def without_client_id(members):
    members.pop("clientID", None)
    return members


def answers(port):
    """Returns what a server answers to everybody's questions, as [{who, method, params, result}].

    The clients' random ids are left out: the file and the database are of two plays.
    """
    found = []

    def ask(session, who, method, **params):
        try:
            result = session.call(method, **params)
        except Refused as refusal:
            result = {"error": refusal.args[0]["data"]["reason"]}
        kept = json.loads(json.dumps(result), object_hook=without_client_id)
        found.append({"who": who, "method": method, "params": params, "result": kept})
        return result

    for person in PEOPLE:
        hello = {"role": "person", "handle": person}
        session = Session(port, **hello)
        for conversation in ask(session, hello, "conversation.list")["conversations"]:
            ask(session, hello, "conversation.history", conversation=conversation["id"], limit=200)
        for method in ("conversation.recentlyDeleted", "settings.get", "settings.audit", "share.list",
                       "collaboration.list", "contact.list"):
            ask(session, hello, method)
        for text in ("lake", "東京", "zurich"):
            ask(session, hello, "message.search", text=text)
        for app in APPS:
            hello = {"role": "app", "app": app, "handle": person}
            session = Session(port, **hello)
            ask(session, hello, "highlight.list")
            ask(session, hello, "document.list")
    hello = {"role": "observer"}
    for app in APPS:
        ask(Session(port, **hello), hello, "app.get", app=app)
    return found


def play(client, *words):
    return subprocess.run([client, "play", "--no-color", *words], capture_output=True, text=True, check=False)


def record_story(server, client, data, recording=None):
    """Plays the story on a server with that log, and records it where a file is named."""
    running = Server(server, "--data", data, "--clock", "virtual", "--no-rate-limit")
    recorder = recording and subprocess.Popen(
        [client, "record", "--server", f"{HOST}:{running.port}", recording], stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True)
    if recorder:
        recorder.stderr.readline()  # "Recording …": it listens
    played = play(client, "--server", f"{HOST}:{running.port}", "--world", "main",
                  os.path.join(RELEASES, "story.feature"))
    if played.returncode != 0:
        sys.exit(played.stdout)
    if recorder:
        recorder.send_signal(signal.SIGINT)
        recorder.wait(60)
    running.end()


def main(folder, programs):
    server, client = (os.path.join(os.path.abspath(programs), name) for name in ("chat-server", "chat-client"))
    os.makedirs(folder)
    folder = os.path.abspath(folder)
    data = os.path.join(folder, "chat.sqlite")
    record_story(server, client, data, os.path.join(folder, "recording.feature"))
    with tempfile.TemporaryDirectory() as scratch:
        shutil.copy(data, scratch)
        running = Server(server, "--data", os.path.join(scratch, "chat.sqlite"), "--clock", "virtual")
        with open(os.path.join(folder, "answers.json"), "w", encoding="utf-8") as file:
            json.dump(answers(running.port), file, ensure_ascii=False, indent=0)
        running.end()
    if database.programs():
        with tempfile.TemporaryDirectory() as scratch:
            os.chmod(scratch, 0o777)
            primary = database.Database(scratch, "primary").make()
            primary.start()
            record_story(server, client, f"postgres://understudy@{HOST}:{primary.port}/postgres")
            with open(os.path.join(folder, "database.sql"), "w", encoding="utf-8") as file:
                file.write(primary.run("pg_dump", "-h", HOST, "-p", str(primary.port), "-U", "understudy", "--inserts",
                                       "--no-owner", "--schema=understudy", "postgres"))
            primary.end()
    os.chdir(RELEASES)
    reports = ("html", "junit", "messages")
    for part in ("1", "2"):
        play(client, "run.feature", "--shard", f"{part}/2",
             *(word for name in reports for word in ("--report", f"{name}:{folder}/part-{part}.{name}")))
    play(client, "run.feature", "--rerun", os.path.join(folder, "rerun.txt"))


main(*sys.argv[1:])
