/* rules.h — lists and runs the tests of a game's numbered rules.
 *
 * A file games/<game>/tests/rules.c ends in RULES({"HM-1", hm_1}, {"HM-2", hm_2}, …): the
 * number of the rule and the cmocka test that would fail without it. `<game>_rules --list`
 * prints the numbers; tests/rules_cited.sh compares them with those in rules.md. One number
 * may stand on several lines. */
#ifndef TESTS_RULES_H
#define TESTS_RULES_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

struct rule_test {
    const char *number;
    void (*test)(void **);
};

int run_rules(const struct rule_test *tests, size_t count, int argc, char **argv);

#define RULES(...)                                                                         \
    int main(int argc, char **argv)                                                        \
    {                                                                                      \
        static const struct rule_test tests[] = {__VA_ARGS__};                             \
        return run_rules(tests, sizeof tests / sizeof *tests, argc, argv);                 \
    }

#endif
