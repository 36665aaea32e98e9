/* analyse_html.c — writes the page of `peck analyse --html`: one self-contained file.
 *
 * Everything can be read without a script and with a keyboard: decisions are rows that the
 * curve links to, and their actions unfold. A few lines of script let the reader move along
 * the curve. Whatever comes from a record, names of players above all, is escaped. */
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
    "figure{padding:12px 12px 4px}#curve{overflow-x:auto}svg{display:block;width:100%;"
    "min-width:600px;height:auto}svg text{fill:var(--muted);font-size:13px}"
    "svg .grid{stroke:var(--line)}svg path{fill:none;stroke-width:2.2;"
    "stroke-linejoin:round}svg .cursor{stroke:var(--ink);stroke-width:1.2;opacity:.6}"
    "svg .name{font-size:14px;font-weight:600}"
    "figcaption{display:flex;flex-wrap:wrap;gap:4px 18px;padding:8px 4px;font-size:14px;"
    "align-items:center}figcaption input{flex:1 1 100%;accent-color:var(--ember)}"
    ".scroll{overflow-x:auto;background:var(--surface);border-radius:8px;"
    "box-shadow:0 1px 3px rgb(43 33 24/.16)}table{border-collapse:collapse;width:100%;"
    "font-size:15px}th,td{text-align:left;padding:6px 12px;vertical-align:top;"
    "border-bottom:1px solid var(--line)}th{font-size:14px;color:var(--muted)}"
    "td.p,td.n,th.n{white-space:nowrap}td.n,th.n{text-align:right}"
    "th.n:first-child{width:4em}tr:last-child td{border-bottom:0}"
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
    "const curve=document.getElementById('curve');"
    "function show(){const p=plies[at.value],x=left+at.value*step;"
    "cursor.setAttribute('x1',x);cursor.setAttribute('x2',x);"
    "curve.scrollLeft=curve.scrollWidth*x/width-curve.clientWidth/2;"
    "at.setAttribute('aria-valuetext',p[0]);"
    "document.getElementById('ply').textContent=p[0];"
    "p[1].forEach((v,s)=>document.getElementById('v'+s).textContent="
    "v.toFixed(1).replace('.',point)+' %');}"
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

static void put_said(const struct report *report, enum message message)
{
    put_escaped(report->file, say_literal(report->language, message));
}

/* A message with its values. */
static void put_sentence(const struct report *report, enum message message,
                         const struct say_value *values)
{
    char sentence[SAY_SENTENCE];
    struct peck_text text = peck_text_begin(sentence, sizeof sentence);
    say(&text, report->language, message, values);
    put_escaped(report->file, sentence);
}

/* `<before>message`: the cell of a table's head, and what stands before a message. */
static void put_tagged(const struct report *report, const char *before,
                       enum message message)
{
    fputs(before, report->file);
    put_said(report, message);
}

static void put_player(const struct report *report, int seat)
{
    char name[PECK_PLAYER_MAX];
    put_escaped(report->file, analyse_player(report, seat, name));
}

static void put_action(const struct report *report, uint32_t action)
{
    char name[PECK_NAME_MAX];
    put_escaped(report->file,
                judged_json_name(report->analysis->match->game, action, name));
}

/* A number with one decimal and a true minus. */
static void put_real(const struct report *report, double value)
{
    char number[32];
    struct peck_text text = peck_text_begin(number, sizeof number);
    analyse_real(report, fabs(value), &text);
    fprintf(report->file, "%s%s", value <= -0.05 ? "\u2212" : "", number);
}

/* The same of a gain: with its sign. */
static void put_gain(const struct report *report, double value)
{
    fputs(value > -0.05 ? "+" : "", report->file);
    put_real(report, value);
}

/* ` ± 1.4`; nothing where a value is exact. */
static void put_error(const struct report *report, double error)
{
    if (error > 0) {
        fputs(" \u00b1 ", report->file);
        put_real(report, error);
    }
}

/* ---- The head and the players ---- */

static void put_head(const struct report *report)
{
    const char *title = report->analysis->match->game->title;
    char line[SAY_SENTENCE];
    struct peck_text text = peck_text_begin(line, sizeof line);
    fprintf(report->file,
            "<!doctype html>\n<html lang=\"%s\">\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
            "<title>",
            say_languages[report->language]);
    put_sentence(report, MESSAGE_PLAIN_ANALYSIS_TITLE,
                 (struct say_value[]){{"game", .text = title}, {0}});
    fprintf(report->file,
            "</title>\n<style>%s</style>\n<a class=\"skip\" href=\"#decisions\">",
            style_sheet);
    put_said(report, MESSAGE_PLAIN_ANALYSIS_SKIP);
    fputs("</a>\n<main>\n<h1>", report->file);
    put_escaped(report->file, title);
    fputs("</h1>\n<p class=\"note\">", report->file);
    analyse_setup(report, &text);
    peck_put(&text, ". ");
    analyse_judge(report, &text);
    put_escaped(report->file, line);
    fputs("</p>\n", report->file);
}

/* A bar from the middle, and the number beside it. */
static void put_bar_row(const struct report *report, enum message label, double value,
                        double most)
{
    double half = most > 0 ? fabs(value) / most * 50 : 0;
    const char *way = value < 0 ? "down" : "up";
    put_tagged(report, "<span>", label);
    fprintf(report->file,
            "</span><span class=\"bar\"><i class=\"%s\" "
            "style=\"%s:50%%;width:%.1f%%\"></i></span><b class=\"%s\">",
            way, value < 0 ? "right" : "left", half, way);
    put_gain(report, value * 100);
    fputs("</b>", report->file);
}

static void put_share(const struct report *report, const struct peck_account *account)
{
    char start[32], adjusted[32];
    struct peck_text text = peck_text_begin(start, sizeof start);
    analyse_real(report, account->start * 100, &text);
    text = peck_text_begin(adjusted, sizeof adjusted);
    peck_put(&text, account->adjusted <= -0.0005 ? "\u2212" : "");
    analyse_real(report, fabs(account->adjusted) * 100, &text);
    put_sentence(report, MESSAGE_PLAIN_ANALYSIS_SHARE,
                 (struct say_value[]){
                     {"start", .text = start}, {"adjusted", .text = adjusted}, {0}});
}

static void put_card(const struct report *report, int seat, double most)
{
    const struct peck_account *account = &report->analysis->seat[seat];
    char loss[32];
    struct peck_text text = peck_text_begin(loss, sizeof loss);
    analyse_real(report, account->error_rate * 1000, &text);
    fprintf(report->file, "<div class=\"card\" style=\"--c:var(--s%d)\"><h3>", seat);
    put_player(report, seat);
    fprintf(report->file, "</h3><div class=\"big\">%.0f %%</div><p class=\"note\">",
            account->result * 100);
    put_share(report, account);
    fputs("</p><div class=\"bars\">", report->file);
    put_bar_row(report, MESSAGE_PLAIN_ANALYSIS_LUCK, account->luck, most);
    put_bar_row(report, MESSAGE_PLAIN_ANALYSIS_ERRORS, -account->errors, most);
    put_bar_row(report, MESSAGE_PLAIN_ANALYSIS_GIFTS, account->gifts, most);
    fputs("</div><p class=\"note\">", report->file);
    put_sentence(report, MESSAGE_PLAIN_ANALYSIS_RATE,
                 (struct say_value[]){
                     {"count", .number = account->decisions}, {"loss", .text = loss}, {0}});
    fputs("</p></div>\n", report->file);
}

static void put_cards(const struct report *report)
{
    const struct peck_analysis *analysis = report->analysis;
    double most = 0.01;
    for (int s = 0; s < analysis->match->setup.seats; s++) {
        const struct peck_account *account = &analysis->seat[s];
        most = fmax(most, fmax(fabs(account->luck), fmax(account->errors, account->gifts)));
    }
    put_tagged(report, "<h2>", MESSAGE_PLAIN_ANALYSIS_PLAYERS);
    fputs("</h2>\n<div class=\"cards\">\n", report->file);
    for (int s = 0; s < analysis->match->setup.seats; s++)
        put_card(report, s, most);
    fputs("</div>\n", report->file);
}

static void put_account(const struct report *report, int seat)
{
    const struct peck_account *a = &report->analysis->seat[seat];
    FILE *file = report->file;
    fprintf(file,
            "<tr><td class=\"p\" style=\"--c:var(--s%d)\"><span class=\"dot\"></span>",
            seat);
    put_player(report, seat);
    fputs("<td class=\"n\">", file);
    put_gain(report, (a->result - a->start) * 100);
    fputs("<td class=\"n\">", file);
    put_gain(report, a->luck * 100);
    put_error(report, a->luck_error * 100);
    fputs("<td class=\"n\">", file);
    put_real(report, a->errors * 100);
    put_error(report, a->errors_error * 100);
    fputs("<td class=\"n\">", file);
    put_real(report, a->gifts * 100);
    fputs("<td class=\"n\">", file);
    put_gain(report, a->residual * 100);
    fputc('\n', file);
}

static void put_accounts(const struct report *report)
{
    put_tagged(report, "<h2>", MESSAGE_PLAIN_ANALYSIS_SOURCE);
    put_tagged(report, "</h2>\n<div class=\"scroll\"><table><thead><tr><th>",
               MESSAGE_PLAIN_ANALYSIS_PLAYER);
    put_tagged(report, "<th class=\"n\">", MESSAGE_PLAIN_ANALYSIS_RESULT);
    put_tagged(report, " \u2212 ", MESSAGE_PLAIN_ANALYSIS_START);
    put_tagged(report, "<th class=\"n\">= ", MESSAGE_PLAIN_ANALYSIS_LUCK);
    put_tagged(report, "<th class=\"n\">\u2212 ", MESSAGE_PLAIN_ANALYSIS_ERRORS);
    put_tagged(report, "<th class=\"n\">+ ", MESSAGE_PLAIN_ANALYSIS_GIFTS);
    put_tagged(report, "<th class=\"n\">+ ", MESSAGE_PLAIN_ANALYSIS_RESIDUAL);
    fputs("</thead><tbody>\n", report->file);
    for (int s = 0; s < report->analysis->match->setup.seats; s++)
        put_account(report, s);
    put_tagged(report, "</tbody></table></div>\n<p class=\"note\">",
               MESSAGE_PLAIN_ANALYSIS_SOURCE_NOTE);
    fputs("</p>\n", report->file);
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

/* A name as long as the room beside the curve. */
static void put_short_name(const struct report *report, int seat)
{
    char name[PECK_PLAYER_MAX], shown[PECK_PLAYER_MAX];
    snprintf(shown, sizeof shown, "%s", analyse_player(report, seat, name));
    int letters = 0;
    for (char *c = shown; *c != '\0'; c++) { /* cut before a letter of UTF-8 begins */
        letters += (*c & 0xc0) != 0x80;
        if (letters > 14) {
            *c = '\0';
            break;
        }
    }
    put_escaped(report->file, shown);
}

/* Names at the ends of the curves, moved apart where they would overlap. */
static void put_names(const struct report *report)
{
    enum { GAP = 18 };
    const struct peck_analysis *analysis = report->analysis;
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
        fprintf(report->file,
                "<text class=\"name\" style=\"fill:var(--s%d)\" x=\"%d\" y=\"%.1f\">",
                order[i], WIDTH - RIGHT + 8, wanted + 4);
        put_short_name(report, order[i]);
        fputs("</text>\n", report->file);
    }
}

static void put_mark(const struct report *report, uint32_t index)
{
    const struct peck_step *step = &report->analysis->steps[index];
    char name[PECK_PLAYER_MAX], action[PECK_NAME_MAX];
    fprintf(report->file,
            "<a href=\"#ply-%u\"><circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" "
            "style=\"fill:var(--s%d);stroke:var(--surface)\"/><title>",
            index + 1, LEFT + (index + 1) * step_width(report->analysis),
            height_of(step->value[step->seat]), step->quality == PECK_BLUNDER ? 6 : 4,
            step->seat);
    put_sentence(report, MESSAGE_PLAIN_ANALYSIS_MARK,
                 (struct say_value[]){
                     {"ply", .number = index + 1},
                     {"who", .text = analyse_player(report, step->seat, name)},
                     {"action", .text = judged_json_name(report->analysis->match->game,
                                                         step->action, action)},
                     {"quality", .text = analyse_quality(report, step->quality)},
                     {0}});
    fputs("</title></a>\n", report->file);
}

static void put_marks(const struct report *report)
{
    for (uint32_t i = 0; i < report->analysis->match->count; i++) {
        const struct peck_step *step = &report->analysis->steps[i];
        if (step->seat != PECK_CHANCE && step->quality >= PECK_MISTAKE)
            put_mark(report, i);
    }
}

static void put_caption(const struct report *report)
{
    const struct peck_analysis *analysis = report->analysis;
    uint32_t plies = analysis->match->count;
    fprintf(
        report->file,
        "</svg></div>\n<figcaption><input id=\"at\" type=\"range\" min=\"0\" max=\"%u\" "
        "value=\"%u\" aria-label=\"",
        plies, plies);
    put_said(report, MESSAGE_PLAIN_ANALYSIS_PLY);
    put_tagged(report, "\"><b id=\"ply\">", MESSAGE_PLAIN_ANALYSIS_END);
    fputs("</b>", report->file);
    for (int s = 0; s < analysis->match->setup.seats; s++) {
        fprintf(report->file, "<span style=\"--c:var(--s%d)\"><span class=\"dot\"></span>",
                s);
        put_player(report, s);
        fprintf(report->file, " <b id=\"v%d\">", s);
        put_real(report, analysis->seat[s].result * 100);
        fputs(" %</b></span>", report->file);
    }
    put_tagged(report, "</figcaption></figure>\n<p class=\"note\">",
               MESSAGE_PLAIN_ANALYSIS_CURVE_NOTE);
    fputs("</p>\n", report->file);
}

static void put_figure(const struct report *report)
{
    FILE *file = report->file;
    const struct peck_analysis *analysis = report->analysis;
    put_tagged(report, "<h2>", MESSAGE_PLAIN_ANALYSIS_CURVE);
    fprintf(file,
            "</h2>\n<figure><div id=\"curve\"><svg viewBox=\"0 0 %d %d\" role=\"group\" "
            "aria-label=\"",
            WIDTH, HEIGHT);
    put_said(report, MESSAGE_PLAIN_ANALYSIS_CURVE_OF);
    fputs("\">\n", file);
    put_grid(file);
    fprintf(file, "<text x=\"%d\" y=\"%d\">", LEFT, HEIGHT - 8);
    put_said(report, MESSAGE_PLAIN_ANALYSIS_START);
    fprintf(file, "</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">", WIDTH - RIGHT,
            HEIGHT - 8);
    put_said(report, MESSAGE_PLAIN_ANALYSIS_PLY);
    fprintf(file, " %u</text>\n", analysis->match->count);
    for (int s = 0; s < analysis->match->setup.seats; s++)
        put_curve(file, analysis, s);
    fprintf(file, "<line id=\"cursor\" class=\"cursor\" y1=\"%d\" y2=\"%d\"/>\n", TOP,
            HEIGHT - BOTTOM);
    put_marks(report);
    put_names(report);
    put_caption(report);
}

/* ---- The tables ---- */

static void put_estimates(const struct report *report, const struct peck_step *step)
{
    FILE *file = report->file;
    fputs("<details><summary>", file);
    put_sentence(report, MESSAGE_PLAIN_ANALYSIS_ACTIONS,
                 (struct say_value[]){{"count", .number = step->count}, {0}});
    put_tagged(report, "</summary><table><tr><th>", MESSAGE_PLAIN_ADVICE_ACTION);
    put_tagged(report, "<th class=\"n\">", MESSAGE_PLAIN_ADVICE_WINS);
    put_tagged(report, "<th class=\"n\">", MESSAGE_PLAIN_ADVICE_POINTS);
    fputc('\n', file);
    for (uint32_t i = 0; i < step->count; i++) {
        const struct peck_estimate *estimate =
            &report->analysis->estimates[step->first + i];
        fputs("<tr><td>", file);
        put_action(report, estimate->action);
        if (i == step->played) {
            put_tagged(report, " (", MESSAGE_PLAIN_ANALYSIS_PLAYED);
            fputc(')', file);
        }
        fputs("<td class=\"n\">", file);
        put_real(report, estimate->win * 100);
        put_error(report, estimate->win_error * 100);
        fputs(" %<td class=\"n\">", file);
        put_real(report, estimate->points);
        put_error(report, estimate->points_error);
        fputc('\n', file);
    }
    fputs("</table></details>", file);
}

static void put_decision(const struct report *report, uint32_t index)
{
    const struct peck_analysis *analysis = report->analysis;
    const struct peck_step *step = &analysis->steps[index];
    FILE *file = report->file;
    fprintf(file,
            "<tr id=\"ply-%u\" tabindex=\"-1\"%s><td class=\"n\">%u"
            "<td class=\"p\" style=\"--c:var(--s%d)\"><span class=\"dot\"></span>",
            index + 1, step->loss > 0 ? "" : " class=\"fine\"", index + 1, step->seat);
    put_player(report, step->seat);
    fputs("<td>", file);
    put_action(report, step->action);
    fputs("<td class=\"n\">", file);
    put_real(report, analysis->estimates[step->first + step->played].win * 100);
    fputs(" %<td class=\"n\">", file);
    put_real(report, step->loss * 100);
    put_error(report, step->loss_error * 100);
    fprintf(file, "<td class=\"q%d\">", step->quality);
    put_escaped(file, analyse_quality(report, step->quality));
    fputs("<td>", file);
    if (step->best != step->played)
        put_action(report, analysis->estimates[step->first + step->best].action);
    else
        put_said(report, MESSAGE_PLAIN_ANALYSIS_SAME);
    fputs("<td>", file);
    put_estimates(report, step);
    fputc('\n', file);
}

static void put_decisions(const struct report *report)
{
    static const struct {
        const char *before;
        enum message head;
    } heads[] = {
        {"<th class=\"n\">", MESSAGE_PLAIN_ANALYSIS_PLY},
        {"<th>", MESSAGE_PLAIN_ANALYSIS_PLAYER},
        {"<th>", MESSAGE_PLAIN_ANALYSIS_PLAYED},
        {"<th class=\"n\">", MESSAGE_PLAIN_ADVICE_WINS},
        {"<th class=\"n\">", MESSAGE_PLAIN_ANALYSIS_LOST},
        {"<th>", MESSAGE_PLAIN_ANALYSIS_VERDICT},
        {"<th>", MESSAGE_PLAIN_ANALYSIS_CHOICE},
        {"<th>", MESSAGE_PLAIN_ANALYSIS_ESTIMATES},
    };
    put_tagged(report, "<h2 id=\"decisions\">", MESSAGE_PLAIN_ANALYSIS_JUDGED);
    put_tagged(report,
               "</h2>\n<input type=\"checkbox\" id=\"only\"> "
               "<label class=\"only\" for=\"only\">",
               MESSAGE_PLAIN_ANALYSIS_ONLY);
    fputs("</label>\n<div class=\"scroll\"><table><thead><tr>", report->file);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        put_tagged(report, heads[i].before, heads[i].head);
    fputs("</thead><tbody>\n", report->file);
    for (uint32_t i = 0; i < report->analysis->match->count; i++) {
        const struct peck_step *step = &report->analysis->steps[i];
        if (step->seat != PECK_CHANCE && step->quality != PECK_FORCED)
            put_decision(report, i);
    }
    put_tagged(report, "</tbody></table></div>\n<p class=\"note\">",
               MESSAGE_PLAIN_ANALYSIS_SCALE);
    fputs("</p>\n", report->file);
}

static double stir(const struct peck_step *step, int seats)
{
    double most = 0;
    for (int s = 0; s < seats; s++)
        most = fmax(most, fabs(step->luck[s]));
    return most;
}

static void put_luck_row(const struct report *report, uint32_t index)
{
    const struct peck_step *step = &report->analysis->steps[index];
    fprintf(report->file, "<tr><td class=\"n\">%u<td>", index + 1);
    put_action(report, step->action);
    for (int s = 0; s < report->analysis->match->setup.seats; s++) {
        fprintf(report->file, "<td class=\"n %s\">", step->luck[s] < 0 ? "down" : "up");
        put_gain(report, step->luck[s] * 100);
        put_error(report, step->luck_error[s] * 100);
    }
    fputc('\n', report->file);
}

/* The chance plies that moved the chances most, the largest first. */
static void put_luck(const struct report *report)
{
    enum { ROWS = 12 };
    const struct peck_analysis *analysis = report->analysis;
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
    put_tagged(report, "<h2>", MESSAGE_PLAIN_ANALYSIS_GREATEST);
    put_tagged(report, "</h2>\n<div class=\"scroll\"><table><thead><tr><th class=\"n\">",
               MESSAGE_PLAIN_ANALYSIS_PLY);
    put_tagged(report, "<th>", MESSAGE_PLAIN_ANALYSIS_CHANCE);
    for (int s = 0; s < seats; s++) {
        fputs("<th class=\"n\">", report->file);
        put_player(report, s);
    }
    fputs("</thead><tbody>\n", report->file);
    for (int i = 0; i < rows; i++)
        put_luck_row(report, largest[i]);
    fputs("</tbody></table></div>\n", report->file);
}

/* The chances for the slider. Action names are plain ASCII without quotes, and are escaped
 * as the rest of the page all the same, so that nothing can end the script. */
static void put_script(const struct report *report)
{
    const struct peck_analysis *analysis = report->analysis;
    FILE *file = report->file;
    fprintf(file, "<script>const left=%d,width=%d,step=%.6f,point='%c',plies=[", LEFT,
            WIDTH, step_width(analysis), report->language == SAY_EN ? '.' : ',');
    for (uint32_t i = 0; i <= analysis->match->count; i++) {
        fprintf(file, "%s\n[\"%u: ", i > 0 ? "," : "", i);
        if (i == 0) {
            put_said(report, MESSAGE_PLAIN_ANALYSIS_START);
        } else {
            const struct peck_step *played = &analysis->steps[i - 1];
            fprintf(file, "%c ", played->seat == PECK_CHANCE ? '*' : '0' + played->seat);
            put_action(report, played->action);
        }
        fputs("\",[", file);
        for (int s = 0; s < analysis->match->setup.seats; s++)
            fprintf(file, "%s%.1f", s > 0 ? "," : "", chance_after(analysis, i, s) * 100);
        fputs("]]", file);
    }
    fprintf(file, "];\n%s</script>\n", script);
}

void analyse_html_put(const struct report *report)
{
    put_head(report);
    put_cards(report);
    put_figure(report);
    put_accounts(report);
    put_luck(report);
    put_decisions(report);
    fputs("</main>\n", report->file);
    put_script(report);
    fputs("</html>\n", report->file);
}
