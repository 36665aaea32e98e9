/* test.c — the list of a program's tests, which constructors fill. */
#include "test.h"

#include <stdio.h>

#define TESTS_MAX 256

static struct CMUnitTest tests[TESTS_MAX];
static const char *rules[TESTS_MAX];
static size_t count;

void test_add(const char *title, const char *rule, CMUnitTestFunction test)
{
    assert_true(count < TESTS_MAX);
    rules[count] = rule;
    tests[count++] = (struct CMUnitTest){.name = title, .test_func = test};
}

void test_list_rules(void)
{
    for (size_t i = 0; i < count; i++)
        if (rules[i] != NULL)
            puts(rules[i]);
}

int test_run(CMFixtureFunction setup, CMFixtureFunction teardown)
{
    return _cmocka_run_group_tests("tests", tests, count, setup, teardown);
}
