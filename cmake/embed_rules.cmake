# embed_rules.cmake — makes one C file of the rules' texts.
#   cmake -DSOURCE=<top of the tree> -DOUTPUT=<file.c> -P embed_rules.cmake
# Every game that people play needs a text in every language; a missing one ends the build.
file(READ ${SOURCE}/src/games/games.def games)
string(REGEX MATCHALL "\nGAME\\([a-z]+\\)" games "\n${games}")
set(entries "")
set(bodies "")
foreach(line IN LISTS games)
    string(REGEX REPLACE "\nGAME\\(([a-z]+)\\)" "\\1" game "${line}")
    foreach(lang en de pl ru)
        set(file ${SOURCE}/i18n/rules/${game}.${lang}.md)
        if(NOT EXISTS ${file})
            message(FATAL_ERROR "the rules of ${game} are missing in '${lang}': ${file}")
        endif()
        file(READ ${file} bytes HEX)
        # A string literal of a few kilobytes is more than C promises, so: an array, in rows.
        string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
        string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "    \\1\n"
               bytes "${bytes}")
        string(APPEND bodies
               "static const unsigned char ${game}_${lang}[] = {\n${bytes} 0};\n")
        string(APPEND entries
               "    {\"${game}\", \"${lang}\", (const char *)${game}_${lang}},\n")
    endforeach()
endforeach()
list(LENGTH games count)
math(EXPR count "${count} * 4")
file(WRITE ${OUTPUT}
     "/* Made by cmake/embed_rules.cmake from i18n/rules. */\n#include \"cli.h\"\n\n${bodies}\n"
     "const struct rules_text rules_texts[] = {\n${entries}    {0},\n};\n"
     "const int rules_text_count = ${count};\n")
