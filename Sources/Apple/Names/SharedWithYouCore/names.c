// A target needs a source file.
#include "Names.h"
