/* test.h — writes tests that register themselves.
 *
 *     TEST(coins_add_up)
 *     {
 *         assert_int_equal(1 + 1, 2);
 *     }
 *
 * defines a cmocka test and adds it to the program's list before `main` starts. A test of a
 * numbered rule is a RULE("HM-1", name); `<program> --list` prints the numbers, and
 * tests/rules_cited.sh compares them with those in rules.md. One number may have several
 * tests. The shared `main` in main.c runs the list in the order of the file; a program that
 * takes arguments brings its own, which calls test_run. */
#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#define TEST(name) TEST_NAMED(#name, NULL, name)
#define RULE(number, name) TEST_NAMED(number " " #name, number, name)

#define TEST_NAMED(title, number, name)                                                    \
    static void name(void **state);                                                        \
    __attribute__((constructor)) static void add_##name(void)                              \
    {                                                                                      \
        test_add(title, number, name);                                                     \
    }                                                                                      \
    static void name(void **test_state)

void test_add(const char *title, const char *rule, CMUnitTestFunction test);
/* Prints the rules' numbers, one per line. */
void test_list_rules(void);
/* Runs all tests between `setup` and `teardown`, which may be NULL. Returns how many
 * failed. */
int test_run(CMFixtureFunction setup, CMFixtureFunction teardown);

#endif
