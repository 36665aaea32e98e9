/* rules.c — runs the listed tests with cmocka, or prints their numbers with --list. */
#include "rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int run_rules(const struct rule_test *tests, size_t count, int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--list") == 0) {
        for (size_t i = 0; i < count; i++)
            puts(tests[i].number);
        return 0;
    }
    struct CMUnitTest *units = calloc(count, sizeof *units);
    if (units == NULL)
        return 1;
    for (size_t i = 0; i < count; i++)
        units[i] = (struct CMUnitTest){.name = tests[i].number, .test_func = tests[i].test};
    int failed = _cmocka_run_group_tests(argv[0], units, count, NULL, NULL);
    free(units);
    return failed == 0 ? 0 : 1;
}
