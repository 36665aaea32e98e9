/* webpush.c — tests the encryption of Web Push by the example of RFC 8291, and to which
 * addresses the server sends nothing. tests/server/alerts.py reads a whole message. */
#include "test.h"

#include "doors/server/poster.h"
#include "doors/server/webpush.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <string.h>

/* Section 5 of the RFC. */
TEST(test_example)
{
    static const char plain[] = "When I grow up, I want to be a watermelon";
    uint8_t point[WEBPUSH_POINT], auth[WEBPUSH_AUTH], key[WEBPUSH_KEY], salt[WEBPUSH_SALT];
    uint8_t wanted[144];
    struct peck_buffer body = {0};
    assert_true(webpush_decode("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvT"
                               "BHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                               point, sizeof point));
    assert_true(webpush_decode("BTBZMqHH6r4Tts7J_aSIgg", auth, sizeof auth));
    assert_true(
        webpush_decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", key, sizeof key));
    assert_true(webpush_decode("DGv6ra1nlYgDCS1FRnbzlw", salt, sizeof salt));
    assert_true(webpush_decode(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vC"
        "YLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXL"
        "WyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
        wanted, sizeof wanted));
    assert_true(webpush_seal(point, auth, key, salt, plain, sizeof plain - 1, &body));
    assert_int_equal(body.length, sizeof wanted);
    assert_memory_equal(body.bytes, wanted, sizeof wanted);
    peck_buffer_free(&body);
}

TEST(test_bad_point)
{
    uint8_t point[WEBPUSH_POINT], key[WEBPUSH_KEY], other[WEBPUSH_KEY];
    webpush_new_key(key);
    webpush_new_key(other);
    assert_memory_not_equal(key, other, sizeof key);
    webpush_public(key, point);
    assert_true(webpush_is_point(point));
    point[64] ^= 1;
    assert_false(webpush_is_point(point)); /* not on the curve */
    point[64] ^= 1;
    point[0] = 2;
    assert_false(webpush_is_point(point)); /* the short form */
    assert_false(webpush_decode("AAAA", point, sizeof point));
    assert_false(webpush_decode("BTBZMqHH6r4Tts7J_aSIgg==", point, WEBPUSH_AUTH));
    assert_false(webpush_decode("BTBZMqHH6r4Tts7J/aSIgg", point, WEBPUSH_AUTH));
}

static bool reaches(const char *text, bool loopback)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return poster_reaches((struct sockaddr *)&four, loopback);
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return poster_reaches((struct sockaddr *)&six, loopback);
}

TEST(test_addresses)
{
    static const char *const private[] = {
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "224.0.0.1",
        "255.255.255.255",
        "192.0.2.1",
        "198.18.0.1",
        "::",
        "::1",
        "fe80::1",
        "fc00::1",
        "fd12:3456::1",
        "::ffff:10.0.0.1",
        "ff02::1",
        "64:ff9b::a00:1",
        "2002:a00::1",
        "2001:db8::1",
        "2001:0:a00::1",
        "3fff::1",
        "::7f00:1",
    };
    static const char *const public[] = {"1.1.1.1",     "172.32.0.1", "192.169.0.1",
                                         "100.128.0.1", "223.1.1.1",  "2606:4700::1111",
                                         "2001:200::1"};
    for (size_t i = 0; i < sizeof private / sizeof *private; i++) {
        if (reaches(private[i], false))
            fail_msg("%s", private[i]);
    }
    for (size_t i = 0; i < sizeof public / sizeof *public; i++) {
        if (!reaches(public[i], false))
            fail_msg("%s", public[i]);
    }
    assert_true(reaches("127.0.0.1", true));
    assert_true(reaches("::1", true));
    assert_false(reaches("10.1.2.3", true));
    assert_false(reaches("127.0.0.2", true));
}

TEST(test_urls)
{
    static const char *const bad[] = {
        "",
        "push.example/x",
        "http://push.example/x",
        "http://127.0.0.1/x",
        "ftp://push.example/",
        "file:///etc/passwd",
        "https://",
        "https://somebody@push.example/",
        "https://somebody:secret@push.example/",
        "https://push.example:99999/",
        "gopher://127.0.0.1:6379/_FLUSHALL",
        "javascript:alert(1)",
    };
    char origin[POSTER_URL], longest[POSTER_URL + 1] = "https://push.example/";
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (poster_accepts(bad[i], false, NULL))
            fail_msg("%s", bad[i]);
    }
    assert_true(poster_accepts("https://push.example/a?b=c", false, origin));
    assert_string_equal(origin, "https://push.example");
    assert_true(poster_accepts("https://push.example:8443/a", false, origin));
    assert_string_equal(origin, "https://push.example:8443");
    assert_true(poster_accepts("http://127.0.0.1:99/a", true, origin));
    assert_false(poster_accepts("http://push.example/", true, NULL));
    memset(longest + strlen(longest), 'a', sizeof longest - 1 - strlen(longest));
    assert_false(poster_accepts(longest, false, NULL));
}
