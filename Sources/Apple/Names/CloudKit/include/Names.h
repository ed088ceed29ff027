#include "Understudy.h"
