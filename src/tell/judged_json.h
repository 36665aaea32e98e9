/* judged_json.h — judgements as JSON, for the shell and for the browser:
 * docs/explain/analysis.md has the members. */
#ifndef TELL_JUDGED_JSON_H
#define TELL_JUDGED_JSON_H

#include <peck/analysis.h>

/* The name of an action, into the buffer. */
const char *judged_json_name(const struct peck_game *game, uint32_t action,
                             char name[PECK_NAME_MAX]);
/* A number with six decimals. */
void judged_json_real(struct peck_json *json, const char *key, double value);
/* Members of an object: an action and its estimate. */
void judged_json_estimate(struct peck_json *json, const struct peck_game *game,
                          const struct peck_estimate *estimate);
/* Appends the analysis as one object. `bot` is who judged, `evaluator` how the chances were
 * found, in a few words. */
enum peck_status judged_json_analysis(const struct peck_analysis *analysis, const char *bot,
                                      const char *evaluator,
                                      struct peck_buffer *buffer) PECK_MUST_USE;

#endif
