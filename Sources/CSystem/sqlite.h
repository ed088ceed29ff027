// The operating system's SQLite, and plain functions in place of its variadic ones, which Swift cannot call.
#pragma once
#include <sqlite3.h>

// Memory is not counted, which takes a lock at each allocation. Before SQLite is used for the first time, else it has no
// effect.
static inline int understudy_sqlite_leave_memory_uncounted(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

// The write-ahead log stays as it is when the connection is closed, as if the process had ended.
static inline int understudy_sqlite_close_without_checkpoint(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

static inline sqlite3_destructor_type understudy_sqlite_transient(void) { return SQLITE_TRANSIENT; }
