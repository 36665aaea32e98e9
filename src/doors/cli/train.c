/* train.c — `peck train`: trains the networks of a game's bots and writes them to files. */
#include "cli.h"

#include <peck/bot.h>

struct door {
    char folder[FOLDER_ROOM];
    struct progress progress;
};

static void show(void *context, uint64_t done)
{
    const struct door *door = context;
    bar_show(&door->progress, done);
}

static enum peck_status save(void *context, const char *name, const unsigned char *bytes,
                             size_t count)
{
    const struct door *door = context;
    char path[4096];
    bar_end(&door->progress);
    int length = snprintf(path, sizeof path, "%s/%s.net", door->folder, name);
    FILE *file = length < (int)sizeof path ? whole_file_open(path) : NULL;
    bool written = file != NULL && fwrite(bytes, 1, count, file) == count;
    if (file == NULL || !whole_file_close(file, written) || !written)
        return PECK_NO_FILE;
    printf("%s: %zu bytes\n", path, count);
    return PECK_OK;
}

int cli_run_train(const struct args *args)
{
    union peck_state state;
    struct door door = {.folder = ""};
    struct peck_training training = {
        .seed = args_number(args, FLAG_SEED, 1),
        .matches = args_number(args, FLAG_MATCHES, 100000),
        .context = &door,
        .progress = show,
        .save = save,
    };
    int status = args_setup(args, 0, &training.setup, &state);
    if (status != STATUS_FINE)
        return status;
    const struct peck_skill *skill = peck_skill_of(args->game);
    if (skill->train == NULL)
        return cli_usage_error(args->verb, "the bots of %s learn nothing",
                               args->game->name);
    status = args_folder(args, door.folder);
    if (status != STATUS_FINE)
        return status;
    door.progress = bar_begin(training.matches);
    switch (skill->train(&training)) {
    case PECK_OK: return STATUS_FINE;
    case PECK_NO_MEMORY: return cli_failure(args->verb, "there is not enough memory");
    default: return cli_failure(args->verb, "the networks could not be written");
    }
}
