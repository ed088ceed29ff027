// The operating system's SQLite, and plain functions in place of its variadic ones, which Swift cannot call.
#pragma once
#include <sqlite3.h>

static inline sqlite3_destructor_type understudy_sqlite_transient(void) { return SQLITE_TRANSIENT; }
