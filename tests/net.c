/* net.c — the file of a network means the same on every machine: the low byte first. */
#include "play/net.h"
#include "play/nets.h"
#include "test.h"

#include <string.h>

/* One input, two hidden units, one output. */
static const _Alignas(4) unsigned char file[] = {
    'P', 'E', 'C', 'K', 'N', 'E', 'T', '1', 1, 0, 0,   0,
    2,   0,   0,   0,   1,   0,   0,   0,   0, 0, 192, 63, /* weights 1.5 … */
    0,   0,   128, 191,                                    /* … and -1 */
    0,   0,   128, 62,                                     /* biases 0.25 … */
    0,   0,   0,   0,                                      /* … and 0 */
    0,   0,   0,   64,                                     /* weights 2 … */
    0,   0,   64,  64,                                     /* … and 3 */
    0,   0,   0,   191,                                    /* bias -0.5 */
};

TEST(numbers_are_little_endian)
{
    struct net net;
    struct net_input input = {.count = 0};
    float output;
    assert_true(net_open(&net, file, sizeof file));
    net_on(&input, 0, 4);
    net_eval(&net, &input, &output);
    assert_true(output == 2 * (4 * 1.5f + 0.25f) + 3 * 0 - 0.5f);
    input.value[0] = -4;
    net_eval(&net, &input, &output);
    assert_true(output == 2 * 0 + 3 * 4 - 0.5f);
    net_close(&net);
}

TEST(writing_gives_the_file)
{
    struct net net;
    unsigned char written[sizeof file];
    assert_true(net_open(&net, file, sizeof file));
    assert_int_equal(net_file_size(&net), sizeof file);
    net_file_write(&net, written);
    assert_memory_equal(written, file, sizeof file);
    net_close(&net);
}

TEST(no_other_file_is_taken)
{
    struct net net;
    _Alignas(4) unsigned char other[sizeof file];
    assert_false(net_open(&net, file, sizeof file - 1));
    for (int i = 0; i < 20; i++) { /* the head */
        memcpy(other, file, sizeof file);
        other[i] ^= 64;
        assert_false(net_open(&net, other, sizeof file));
    }
}

TEST(every_network_opens)
{
    int count = 0;
    for (; embedded_nets[count].name != NULL; count++)
        assert_non_null(net_named(embedded_nets[count].name));
    assert_true(count > 0);
}
