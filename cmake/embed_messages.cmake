# embed_messages.cmake — makes the table of messages of the catalogue i18n/<language>.json.
#   cmake -DSOURCE=<top of the tree> -DOUTPUT=<directory> [-DWITHOUT=<pattern>] -P embed_messages.cmake
# Writes messages.h (enum message) and messages.c (say_texts). The keys are those of en.json, without
# those that match the pattern: it is the browser's own, `web.`, when none is given. What another
# language lacks is NULL there, is said in English, and fails a test.
if(NOT WITHOUT)
    set(WITHOUT "^web\\.")
endif()
set(languages en de pl ru) # the order of enum say_language
set(forms_en one other)
set(forms_de one other)
set(forms_pl one few many)
set(forms_ru one few many)

# One text as a C string literal, or NULL.
function(literal result json)
    string(JSON text ERROR_VARIABLE missing GET "${json}" ${ARGN})
    if(missing)
        set(${result} "NULL" PARENT_SCOPE)
        return()
    endif()
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "\n" "\\n" text "${text}")
    set(${result} "\"${text}\"" PARENT_SCOPE)
endfunction()

foreach(language ${languages})
    file(READ ${SOURCE}/i18n/${language}.json json_${language})
endforeach()
string(JSON count LENGTH "${json_en}")
math(EXPR last "${count} - 1")
set(names "")
set(rows "")
foreach(i RANGE ${last})
    string(JSON key MEMBER "${json_en}" ${i})
    if(key MATCHES "${WITHOUT}")
        continue()
    endif()
    string(TOUPPER "${key}" name)
    string(REGEX REPLACE "[^A-Z0-9]" "_" name "${name}")
    string(APPEND names "    MESSAGE_${name},\n")
    string(JSON type TYPE "${json_en}" "${key}")
    set(row "")
    foreach(language ${languages})
        set(texts "")
        if(type STREQUAL "OBJECT")
            foreach(form ${forms_${language}})
                literal(text "${json_${language}}" "${key}" ${form})
                string(APPEND texts "${text}, ")
            endforeach()
        else()
            literal(texts "${json_${language}}" "${key}")
        endif()
        string(APPEND row "      {${texts}},\n")
    endforeach()
    string(APPEND rows "    {\"${key}\",\n     {\n${row}     }},\n")
endforeach()

set(made "/* Made by cmake/embed_messages.cmake from i18n. */\n")
file(WRITE ${OUTPUT}/messages.h "${made}#ifndef MESSAGES_H
#define MESSAGES_H

enum message {
${names}    MESSAGE_COUNT,
};

#endif
")
file(WRITE ${OUTPUT}/messages.c "${made}#include \"front/say/say.h\"

const struct say_text say_texts[MESSAGE_COUNT] = {
${rows}};
")
