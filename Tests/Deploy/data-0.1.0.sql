-- What `sqlite3 chat.sqlite .dump` says of a file that version 0.1.0 wrote, in format 1.
BEGIN TRANSACTION;
PRAGMA application_id = 1433298003;
PRAGMA user_version = 1;
CREATE TABLE log (
    position INTEGER PRIMARY KEY, at INTEGER NOT NULL, hot INTEGER NOT NULL, body TEXT NOT NULL,
    conversation TEXT, entry TEXT, sequence INTEGER, sender TEXT, kind INTEGER, replaces INTEGER,
    handle TEXT, client TEXT
) STRICT;
INSERT INTO log VALUES(1,1795292142638,1,'{"event":"personNamed","person":{"handle":"anna","name":"Anna"}}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO log VALUES(2,1795292142640,1,'{"event":"conversationCreated","conversation":"c2","creator":"anna","members":["anna","bea","carl"],"name":"Weekend"}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO log VALUES(3,1795292142641,0,'{"event":"messagePosted","message":{"id":"m3","conversation":"c2","sender":"anna","text":"Who is in for the café on Saturday?","sentAt":"2026-11-21T20:15:42.641Z","sequence":1,"links":[],"mentions":[],"clientID":"one"}}','c2','m3',1,'anna',1,0,'anna','one');
INSERT INTO log VALUES(4,1795292142642,1,'{"event":"messagePosted","message":{"id":"m4","conversation":"c2","sender":"anna","text":"https://notes.example/d/trip","sentAt":"2026-11-21T20:15:42.642Z","sequence":2,"links":[{"url":"https://notes.example/d/trip","range":{"location":0,"length":28}}],"mentions":[]}}','c2','m4',2,'anna',1,0,NULL,NULL);
INSERT INTO log VALUES(5,1795292142643,1,'{"event":"conversationCreated","conversation":"c5","creator":"anna","members":["anna","bea"]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO log VALUES(6,1795292142644,0,'{"event":"messagePosted","message":{"id":"m6","conversation":"c5","sender":"anna","text":"A trip to 東京","sentAt":"2026-11-21T20:15:42.644Z","sequence":1,"links":[],"mentions":[]}}','c5','m6',1,'anna',1,0,NULL,NULL);
CREATE TABLE hot (position INTEGER PRIMARY KEY) STRICT;
INSERT INTO hot VALUES(1);
INSERT INTO hot VALUES(2);
INSERT INTO hot VALUES(4);
INSERT INTO hot VALUES(5);
CREATE TABLE entry (
    conversation TEXT NOT NULL, place INTEGER NOT NULL, id TEXT NOT NULL, record INTEGER NOT NULL,
    PRIMARY KEY (conversation, place)
) STRICT, WITHOUT ROWID;
INSERT INTO entry VALUES('c2',3,'m3',3);
INSERT INTO entry VALUES('c2',4,'m4',4);
INSERT INTO entry VALUES('c5',6,'m6',6);
CREATE TABLE receipt (
    handle TEXT NOT NULL, client TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (handle, client)
) STRICT, WITHOUT ROWID;
INSERT INTO receipt VALUES('anna','one',3);
CREATE TABLE head (
    conversation TEXT PRIMARY KEY, place INTEGER NOT NULL, sequence INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO head VALUES('c2',4,2);
INSERT INTO head VALUES('c5',6,1);
CREATE TABLE sender_head (
    conversation TEXT NOT NULL, sender TEXT NOT NULL, sequence INTEGER NOT NULL,
    PRIMARY KEY (conversation, sender)
) STRICT, WITHOUT ROWID;
INSERT INTO sender_head VALUES('c2','anna',2);
INSERT INTO sender_head VALUES('c5','anna',1);
CREATE UNIQUE INDEX entry_id ON entry (id);
COMMIT;
