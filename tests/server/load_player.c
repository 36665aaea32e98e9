/* load_player.c — tests that the players of `make load` and `make chaos` keep to the
 * protocol: what the server could not store is sent again under its id until there is an
 * answer. */
#include "test.h"

#include "player.h"

#include <stdio.h>
#include <string.h>

static const char gathering[] =
    "{\"type\":\"view\",\"seq\":1,\"table\":{\"phase\":\"gathering\"},\"view\":{\"ply\":0,"
    "\"actions\":[]}}";

static enum player_heard answer(struct player *player, const char *rest)
{
    char message[PLAYER_MESSAGE];
    snprintf(message, sizeof message,
             "{%s,\"id\":\"%s\",\"seq\":2,\"code\":\"unavailable\"}", rest, player->id);
    return player_hear(player, message);
}

/* A new message would be refused: whoever sits already cannot sit down, and the table would
 * wait for ever. */
TEST(an_unstored_message_is_sent_again)
{
    struct player player;
    char said[PLAYER_MESSAGE];
    player_begin(&player, "table", 0, 1);
    assert_int_equal(player_hear(&player, gathering), HEARD_VIEW);
    assert_true(player_speak(&player));
    snprintf(said, sizeof said, "%s", player.said);
    assert_non_null(strstr(said, "\"sit\""));
    for (int i = 0; i < 3; i++) {
        assert_int_equal(answer(&player, "\"type\":\"refused\""), HEARD_AGAIN);
        assert_false(player_speak(&player));
        assert_string_equal(player.said, said);
    }
    assert_int_equal(answer(&player, "\"type\":\"done\""), HEARD_DONE);
    assert_true(player_speak(&player));
    assert_non_null(strstr(player.said, "\"ready\""));
}

/* Any other refusal is an answer. */
TEST(a_refused_message_is_answered)
{
    struct player player;
    char message[PLAYER_MESSAGE];
    player_begin(&player, "table", 0, 1);
    player_hear(&player, gathering);
    assert_true(player_speak(&player));
    snprintf(message, sizeof message,
             "{\"type\":\"refused\",\"id\":\"%s\",\"code\":\"taken\",\"why\":\"\"}",
             player.id);
    assert_int_equal(player_hear(&player, message), HEARD_REFUSED);
    assert_string_equal(player.id, "");
}
