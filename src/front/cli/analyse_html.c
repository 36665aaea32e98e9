/* analyse_html.c — the page of `peck analyse --html`: one file, with nothing from outside.
 *
 * Everything can be read without a script, and with a keyboard: decisions are rows that
 * links from the curve lead to, their actions unfold. A few lines of script let the reader
 * move along the curve. Whatever comes from a record (names of players above all) is
 * escaped. */
#include "analyse.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 960, HEIGHT = 340, LEFT = 44, RIGHT = 130, TOP = 14, BOTTOM = 30 };

static const char style_sheet[] =
    ":root{color-scheme:light dark;--paper:#fbf6ec;--surface:#fff;--ink:#2b2118;"
    "--muted:#6b5b4b;--line:#e6dccb;--ember:#b43a0a;--leaf:#2f6b3b;--sky:#1d5f8a;"
    "--plum:#7a2e5d;--s0:#b43a0a;--s1:#1d5f8a;--s2:#2f6b3b;--s3:#7a2e5d;--s4:#8a6a00;"
    "--s5:#2b2118;--s6:#6b5b4b}"
    "@media(prefers-color-scheme:dark){:root{--paper:#1c1613;--surface:#2a211c;"
    "--ink:#f4eadb;--muted:#bdae9c;--line:#43372f;--ember:#f08a4b;--leaf:#8cc79a;"
    "--sky:#8dbfe6;--plum:#e0a3c8;--s0:#f08a4b;--s1:#8dbfe6;--s2:#8cc79a;--s3:#e0a3c8;"
    "--s4:#e8c95a;--s5:#f4eadb;--s6:#bdae9c}}"
    "*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);"
    "font:16px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}"
    "main{max-width:1040px;margin:0 auto;padding:24px 16px 64px}"
    "h1{font-size:28px;line-height:1.2;margin:0}h2{font-size:20px;margin:40px 0 12px}"
    ".note{color:var(--muted);font-size:14px;margin:4px 0 0;max-width:75ch}"
    ".card,figure{background:var(--surface);border-radius:8px;padding:16px;margin:0;"
    "box-shadow:0 1px 3px rgb(43 33 24/.16)}"
    ".cards{display:grid;gap:12px;grid-template-columns:repeat(auto-fit,minmax(225px,1fr))}"
    ".card{border-top:4px solid var(--c)}.card h3{margin:0;font-size:16px;"
    "overflow-wrap:anywhere}.card .big{font-size:28px;font-weight:700;line-height:1.2}"
    ".bars{display:grid;grid-template-columns:auto 1fr auto;gap:4px 8px;align-items:center;"
    "font-size:14px;margin-top:8px}.bar{height:10px;position:relative;border-radius:5px;"
    "background:var(--line)}.bar i{position:absolute;top:0;bottom:0;border-radius:5px}"
    ".bar::after{content:'';position:absolute;left:50%;top:-2px;bottom:-2px;width:1px;"
    "background:var(--muted)}.up{color:var(--leaf)}.down{color:var(--plum)}"
    "i.up{background:var(--leaf)}i.down{background:var(--plum)}"
    "figure{padding:12px 12px 4px;overflow-x:auto}svg{display:block;width:100%;"
    "min-width:640px;height:auto}svg text{fill:var(--muted);font-size:13px}"
    "svg .grid{stroke:var(--line)}svg path{fill:none;stroke-width:2.2;"
    "stroke-linejoin:round}svg .cursor{stroke:var(--ink);stroke-width:1.2;opacity:.6}"
    "svg .name{font-size:14px;font-weight:600}"
    "figcaption{display:flex;flex-wrap:wrap;gap:4px 18px;padding:8px 4px;font-size:14px;"
    "align-items:center}figcaption input{flex:1 1 100%;accent-color:var(--ember)}"
    ".scroll{overflow-x:auto;background:var(--surface);border-radius:8px;"
    "box-shadow:0 1px 3px rgb(43 33 24/.16)}table{border-collapse:collapse;width:100%;"
    "font-size:15px}th,td{text-align:left;padding:6px 12px;vertical-align:top;"
    "border-bottom:1px solid var(--line)}th{font-size:14px;color:var(--muted)}"
    "td.n,th.n{text-align:right;white-space:nowrap}th.n:first-child{width:4em}tr:last-"
    "child td{border-bottom:0}"
    "tr:target td{background:color-mix(in srgb,var(--ember) 14%,transparent)}"
    "td table{font-size:14px;width:auto}td td,td th{padding:2px 16px 2px 0;border:0}"
    "summary{cursor:pointer;color:var(--sky)}"
    ".dot{display:inline-block;width:10px;height:10px;border-radius:50%;margin-right:6px;"
    "background:var(--c)}.q4,.q5{font-weight:700;color:var(--ember)}.q3{color:var(--plum)}"
    ".q1,.q2{color:var(--leaf)}.only{display:inline-flex;gap:8px;margin:0 0 10px}"
    "#only:checked~.scroll tr.fine{display:none}"
    "a{color:var(--sky)}.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px}"
    ":focus-visible{outline:3px solid var(--ember);outline-offset:2px;border-radius:4px}"
    "@media print{.scroll,.card,figure{box-shadow:none}}";

static const char script[] =
    "const at=document.getElementById('at'),cursor=document.getElementById('cursor');"
    "function show(){const p=plies[at.value],x=left+at.value*step;"
    "cursor.setAttribute('x1',x);cursor.setAttribute('x2',x);"
    "at.setAttribute('aria-valuetext',p[0]);"
    "document.getElementById('ply').textContent=p[0];"
    "p[1].forEach((v,s)=>document.getElementById('v'+s).textContent=v.toFixed(1)+' %');}"
    "at.addEventListener('input',show);show();";

/* ---- Text that cannot break out ---- */

static void put_escaped(FILE *file, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '<': fputs("&lt;", file); break;
        case '>': fputs("&gt;", file); break;
        case '&': fputs("&amp;", file); break;
        case '"': fputs("&quot;", file); break;
        case '\'': fputs("&#39;", file); break;
        default: fputc(*text, file);
        }
    }
}

static void put_player(FILE *file, const struct peck_analysis *analysis, int seat)
{
    char name[PECK_PLAYER_MAX];
    put_escaped(file, player_name(analysis->match, seat, name));
}

static void put_action(FILE *file, const struct peck_analysis *analysis, uint32_t action)
{
    char name[PECK_NAME_MAX];
    put_escaped(file, name_of(analysis->match->game, action, name));
}

static const char *sign(double value)
{
    return value < 0 ? "\u2212" : "+";
}

/* ` ± 1.4`, in hundredths; nothing where a value is exact. */
static void put_error(FILE *file, double error)
{
    if (error > 0)
        fprintf(file, " \u00b1 %.1f", error * 100);
}

/* ---- The head and the players ---- */

static void put_head(FILE *file, const struct peck_analysis *analysis, const char *bot)
{
    const struct peck_match *match = analysis->match;
    char words[64];
    describe_evaluator(analysis, words);
    fputs(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
        file);
    put_escaped(file, match->game->title);
    fprintf(file,
            ", analysed</title>\n<style>%s</style>\n"
            "<a class=\"skip\" href=\"#decisions\">To the decisions</a>\n<main>\n<h1>",
            style_sheet);
    put_escaped(file, match->game->title);
    fprintf(file, "</h1>\n<p class=\"note\">%d seats", match->setup.seats);
    put_options(file, match->game, &match->setup, ", ");
    fprintf(file, ", %u plies. Decisions judged by <b>", match->count);
    put_escaped(file, bot);
    fprintf(file, "</b>; chances by %s.</p>\n", words);
}

/* A bar from the middle, and the number beside it. */
static void put_bar_row(FILE *file, const char *label, double value, double most)
{
    double half = most > 0 ? fabs(value) / most * 50 : 0;
    fprintf(file,
            "<span>%s</span><span class=\"bar\"><i class=\"%s\" "
            "style=\"%s:50%%;width:%.1f%%\"></i></span><b class=\"%s\">%s%.1f</b>",
            label, value < 0 ? "down" : "up", value < 0 ? "right" : "left", half,
            value < 0 ? "down" : "up", sign(value), fabs(value) * 100);
}

static void put_card(FILE *file, const struct peck_analysis *analysis, int seat,
                     double most)
{
    const struct peck_account *account = &analysis->seat[seat];
    fprintf(file, "<div class=\"card\" style=\"--c:var(--s%d)\"><h3>", seat);
    put_player(file, analysis, seat);
    fprintf(file,
            "</h3><div class=\"big\">%.0f %%</div><p class=\"note\">of the win, from "
            "%.1f&nbsp;%%; without luck %s%.1f&nbsp;%%</p><div class=\"bars\">",
            account->result * 100, account->start * 100,
            account->adjusted < 0 ? "\u2212" : "", fabs(account->adjusted) * 100);
    put_bar_row(file, "luck", account->luck, most);
    put_bar_row(file, "errors", -account->errors, most);
    put_bar_row(file, "gifts", account->gifts, most);
    fprintf(file,
            "</div><p class=\"note\">%u decisions, %.1f thousandths lost each</p></div>\n",
            account->decisions, account->error_rate * 1000);
}

static void put_cards(FILE *file, const struct peck_analysis *analysis)
{
    double most = 0.01;
    for (int s = 0; s < analysis->match->setup.seats; s++) {
        const struct peck_account *account = &analysis->seat[s];
        most = fmax(most, fmax(fabs(account->luck), fmax(account->errors, account->gifts)));
    }
    fputs("<h2>Players</h2>\n<div class=\"cards\">\n", file);
    for (int s = 0; s < analysis->match->setup.seats; s++)
        put_card(file, analysis, s, most);
    fputs("</div>\n", file);
}

static void put_account(FILE *file, const struct peck_analysis *analysis, int seat)
{
    const struct peck_account *a = &analysis->seat[seat];
    double gain = a->result - a->start;
    fprintf(file, "<tr><td style=\"--c:var(--s%d)\"><span class=\"dot\"></span>", seat);
    put_player(file, analysis, seat);
    fprintf(file, "<td class=\"n\">%s%.1f<td class=\"n\">%s%.1f", sign(gain),
            fabs(gain) * 100, sign(a->luck), fabs(a->luck) * 100);
    put_error(file, a->luck_error);
    fprintf(file, "<td class=\"n\">%.1f", a->errors * 100);
    put_error(file, a->errors_error);
    fprintf(file, "<td class=\"n\">%.1f<td class=\"n\">%s%.1f\n", a->gifts * 100,
            sign(a->residual), fabs(a->residual) * 100);
}

static void put_accounts(FILE *file, const struct peck_analysis *analysis)
{
    fputs("<h2>Where the result came from</h2>\n<div class=\"scroll\"><table><thead><tr>"
          "<th>player<th class=\"n\">result \u2212 start<th class=\"n\">= luck"
          "<th class=\"n\">\u2212 errors<th class=\"n\">+ gifts<th class=\"n\">+ residual"
          "</thead><tbody>\n",
          file);
    for (int s = 0; s < analysis->match->setup.seats; s++)
        put_account(file, analysis, s);
    fputs("</tbody></table></div>\n<p class=\"note\">In hundredths of a win. Gifts are the "
          "others\u2019 errors; the residual is what the judge and the chances do not "
          "explain.</p>\n",
          file);
}

/* ---- The curve ---- */

static double step_width(const struct peck_analysis *analysis)
{
    return (double)(WIDTH - LEFT - RIGHT) / (analysis->match->count + 1e-9);
}

static double height_of(double chance)
{
    return TOP + (1 - chance) * (HEIGHT - TOP - BOTTOM);
}

static double chance_after(const struct peck_analysis *analysis, uint32_t plies, int seat)
{
    return plies == 0 ? analysis->seat[seat].start : analysis->steps[plies - 1].value[seat];
}

static void put_grid(FILE *file)
{
    for (int percent = 0; percent <= 100; percent += 25) {
        double y = height_of(percent / 100.0);
        fprintf(file,
                "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d %%</text>\n",
                LEFT, WIDTH - RIGHT, y, y, LEFT - 6, y + 4, percent);
    }
}

/* Colour is never the only sign: each seat has its own dashes, and its name at the end. */
static void put_curve(FILE *file, const struct peck_analysis *analysis, int seat)
{
    static const char *const dashes[PECK_SEATS_MAX] = {"",    "8 3", "2 3", "10 3 2 3",
                                                       "5 2", "1 2", "12 5"};
    fprintf(file, "<path style=\"stroke:var(--s%d)\" stroke-dasharray=\"%s\" d=\"M", seat,
            dashes[seat]);
    for (uint32_t i = 0; i <= analysis->match->count; i++)
        fprintf(file, "%s%.1f %.1f", i == 0 ? "" : "L", LEFT + i * step_width(analysis),
                height_of(chance_after(analysis, i, seat)));
    fputs("\"/>\n", file);
}

/* Names at the ends of the curves, moved apart where they would overlap. */
static void put_names(FILE *file, const struct peck_analysis *analysis)
{
    enum { GAP = 18 };
    int seats = analysis->match->setup.seats, order[PECK_SEATS_MAX];
    double y[PECK_SEATS_MAX], floor = 0;
    for (int s = 0; s < seats; s++) {
        int at = s;
        y[s] = height_of(analysis->seat[s].result);
        for (; at > 0 && y[order[at - 1]] > y[s]; at--)
            order[at] = order[at - 1];
        order[at] = s;
    }
    for (int i = 0; i < seats; i++) { /* the lowest ones must fit below */
        double lowest = HEIGHT - BOTTOM - (seats - 1 - i) * GAP;
        double wanted = fmin(fmax(y[order[i]], floor), lowest);
        floor = wanted + GAP;
        fprintf(file, "<text class=\"name\" style=\"fill:var(--s%d)\" x=\"%d\" y=\"%.1f\">",
                order[i], WIDTH - RIGHT + 8, wanted + 4);
        char name[PECK_PLAYER_MAX], shown[PECK_PLAYER_MAX];
        snprintf(shown, sizeof shown, "%s", player_name(analysis->match, order[i], name));
        int letters = 0;
        for (char *c = shown; *c != '\0'; c++) { /* cut before a letter of UTF-8 begins */
            letters += (*c & 0xc0) != 0x80;
            if (letters > 14) {
                *c = '\0';
                break;
            }
        }
        put_escaped(file, shown);
        fputs("</text>\n", file);
    }
}

static void put_marks(FILE *file, const struct peck_analysis *analysis)
{
    for (uint32_t i = 0; i < analysis->match->count; i++) {
        const struct peck_step *step = &analysis->steps[i];
        if (step->seat == PECK_CHANCE || step->quality < PECK_MISTAKE)
            continue;
        double x = LEFT + (i + 1) * step_width(analysis);
        double y = height_of(step->value[step->seat]);
        fprintf(file,
                "<a href=\"#ply-%u\"><circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" "
                "style=\"fill:var(--s%d);stroke:var(--surface)\"/><title>",
                i + 1, x, y, step->quality == PECK_BLUNDER ? 6 : 4, step->seat);
        fprintf(file, "Ply %u, ", i + 1);
        put_player(file, analysis, step->seat);
        fputs(": ", file);
        put_action(file, analysis, step->action);
        fprintf(file, ", a %s</title></a>\n", peck_quality_names[step->quality]);
    }
}

static void put_figure(FILE *file, const struct peck_analysis *analysis)
{
    int seats = analysis->match->setup.seats;
    fprintf(file,
            "<h2>The chances, ply by ply</h2>\n<figure><svg viewBox=\"0 0 %d %d\" "
            "role=\"group\" aria-label=\"Each player's chance of winning after every "
            "ply\">\n",
            WIDTH, HEIGHT);
    put_grid(file);
    fprintf(file,
            "<text x=\"%d\" y=\"%d\">start</text><text x=\"%d\" y=\"%d\" "
            "text-anchor=\"end\">ply %u</text>\n",
            LEFT, HEIGHT - 8, WIDTH - RIGHT, HEIGHT - 8, analysis->match->count);
    for (int s = 0; s < seats; s++)
        put_curve(file, analysis, s);
    fprintf(file, "<line id=\"cursor\" class=\"cursor\" y1=\"%d\" y2=\"%d\"/>\n", TOP,
            HEIGHT - BOTTOM);
    put_marks(file, analysis);
    put_names(file, analysis);
    fprintf(file,
            "</svg>\n<figcaption><input id=\"at\" type=\"range\" min=\"0\" max=\"%u\" "
            "value=\"%u\" aria-label=\"Ply\"><b id=\"ply\">at the end</b>",
            analysis->match->count, analysis->match->count);
    for (int s = 0; s < seats; s++) {
        fprintf(file, "<span style=\"--c:var(--s%d)\"><span class=\"dot\"></span>", s);
        put_player(file, analysis, s);
        fprintf(file, " <b id=\"v%d\">%.1f %%</b></span>", s,
                analysis->seat[s].result * 100);
    }
    fputs("</figcaption></figure>\n<p class=\"note\">A dot is a mistake, a large one a "
          "blunder; it leads to its row. Move along the curve with the slider.</p>\n",
          file);
}

/* ---- The tables ---- */

static void put_estimates(FILE *file, const struct peck_analysis *analysis,
                          const struct peck_step *step)
{
    fprintf(file,
            "<details><summary>%u actions</summary><table><tr><th>action"
            "<th class=\"n\">wins<th class=\"n\">points\n",
            step->count);
    for (uint32_t i = 0; i < step->count; i++) {
        const struct peck_estimate *estimate = &analysis->estimates[step->first + i];
        fputs("<tr><td>", file);
        put_action(file, analysis, estimate->action);
        fprintf(file, "%s<td class=\"n\">%.1f", i == step->played ? " (played)" : "",
                estimate->win * 100);
        put_error(file, estimate->win_error);
        fprintf(file, " %%<td class=\"n\">%.1f", estimate->points);
        put_error(file, estimate->points_error / 100);
        fputc('\n', file);
    }
    fputs("</table></details>", file);
}

static void put_decision(FILE *file, const struct peck_analysis *analysis, uint32_t index)
{
    const struct peck_step *step = &analysis->steps[index];
    fprintf(file,
            "<tr id=\"ply-%u\" tabindex=\"-1\"%s><td class=\"n\">%u"
            "<td style=\"--c:var(--s%d)\"><span class=\"dot\"></span>",
            index + 1, step->loss > 0 ? "" : " class=\"fine\"", index + 1, step->seat);
    put_player(file, analysis, step->seat);
    fputs("<td>", file);
    put_action(file, analysis, step->action);
    fprintf(file, "<td class=\"n\">%.1f %%<td class=\"n\">%.1f",
            analysis->estimates[step->first + step->played].win * 100, step->loss * 100);
    put_error(file, step->loss_error);
    fprintf(file, "<td class=\"q%d\">%s<td>", step->quality,
            peck_quality_names[step->quality]);
    if (step->best != step->played)
        put_action(file, analysis, analysis->estimates[step->first + step->best].action);
    else
        fputs("the same", file);
    fputs("<td>", file);
    put_estimates(file, analysis, step);
    fputc('\n', file);
}

static void put_decisions(FILE *file, const struct peck_analysis *analysis)
{
    fputs("<h2 id=\"decisions\">Decisions</h2>\n<input type=\"checkbox\" id=\"only\"> "
          "<label class=\"only\" for=\"only\">only those that lost something</label>\n"
          "<div class=\"scroll\"><table><thead><tr><th class=\"n\">ply<th>player<th>played"
          "<th class=\"n\">wins<th class=\"n\">lost<th>verdict<th>the judge\u2019s choice"
          "<th>estimates</thead><tbody>\n",
          file);
    for (uint32_t i = 0; i < analysis->match->count; i++) {
        const struct peck_step *step = &analysis->steps[i];
        if (step->seat != PECK_CHANCE && step->quality != PECK_FORCED)
            put_decision(file, analysis, i);
    }
    fputs(
        "</tbody></table></div>\n<p class=\"note\">Lost, in hundredths of a win: very good "
        "below 0.5, good below 2, inaccurate below 5, mistake below 10, then blunder. A "
        "loss below its own standard error counts as none.</p>\n",
        file);
}

static double stir(const struct peck_step *step, int seats)
{
    double most = 0;
    for (int s = 0; s < seats; s++)
        most = fmax(most, fabs(step->luck[s]));
    return most;
}

static void put_luck_row(FILE *file, const struct peck_analysis *analysis, uint32_t index)
{
    const struct peck_step *step = &analysis->steps[index];
    fprintf(file, "<tr><td class=\"n\">%u<td>", index + 1);
    put_action(file, analysis, step->action);
    for (int s = 0; s < analysis->match->setup.seats; s++) {
        fprintf(file, "<td class=\"n %s\">%s%.1f", step->luck[s] < 0 ? "down" : "up",
                sign(step->luck[s]), fabs(step->luck[s]) * 100);
        put_error(file, step->luck_error[s]);
    }
    fputc('\n', file);
}

/* The chance plies that moved the chances most, the largest first. */
static void put_luck(FILE *file, const struct peck_analysis *analysis)
{
    enum { ROWS = 12 };
    int seats = analysis->match->setup.seats, rows = 0;
    uint32_t largest[ROWS];
    for (uint32_t i = 0; i < analysis->match->count; i++) {
        double moved = stir(&analysis->steps[i], seats);
        int at = rows;
        while (at > 0 && moved > stir(&analysis->steps[largest[at - 1]], seats))
            at--;
        if (moved == 0 || at == ROWS)
            continue;
        rows += rows < ROWS;
        memmove(largest + at + 1, largest + at, (rows - 1 - at) * sizeof *largest);
        largest[at] = i;
    }
    fputs("<h2>The greatest luck</h2>\n<div class=\"scroll\"><table><thead><tr>"
          "<th class=\"n\">ply<th>chance",
          file);
    for (int s = 0; s < seats; s++) {
        fputs("<th class=\"n\">", file);
        put_player(file, analysis, s);
    }
    fputs("</thead><tbody>\n", file);
    for (int i = 0; i < rows; i++)
        put_luck_row(file, analysis, largest[i]);
    fputs("</tbody></table></div>\n", file);
}

/* The chances for the slider. Action names are plain ASCII without quotes, and are escaped
 * as the rest of the page all the same, so that nothing can end the script. */
static void put_script(FILE *file, const struct peck_analysis *analysis)
{
    fprintf(file, "<script>const left=%d,step=%.6f,plies=[", LEFT, step_width(analysis));
    for (uint32_t i = 0; i <= analysis->match->count; i++) {
        fprintf(file, "%s\n[\"%u: ", i > 0 ? "," : "", i);
        if (i == 0) {
            fputs("start", file);
        } else {
            const struct peck_step *played = &analysis->steps[i - 1];
            fprintf(file, "%c ", played->seat == PECK_CHANCE ? '*' : '0' + played->seat);
            put_action(file, analysis, played->action);
        }
        fputs("\",[", file);
        for (int s = 0; s < analysis->match->setup.seats; s++)
            fprintf(file, "%s%.1f", s > 0 ? "," : "", chance_after(analysis, i, s) * 100);
        fputs("]]", file);
    }
    fprintf(file, "];\n%s</script>\n", script);
}

void put_analysis_html(FILE *file, const struct peck_analysis *analysis, const char *bot)
{
    put_head(file, analysis, bot);
    put_cards(file, analysis);
    put_figure(file, analysis);
    put_accounts(file, analysis);
    put_luck(file, analysis);
    put_decisions(file, analysis);
    fputs("</main>\n", file);
    put_script(file, analysis);
    fputs("</html>\n", file);
}
