#include "Testing.h"
