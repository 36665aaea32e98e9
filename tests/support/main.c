/* main.c — the main of test programs without their own: `program [--list]`. */
#include "test.h"

#include <string.h>

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        test_list_rules();
        return 0;
    }
    return test_run(NULL, NULL);
}
