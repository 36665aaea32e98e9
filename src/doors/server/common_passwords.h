/* common_passwords.h — passwords that so many people have that they are guessed first. */
#ifndef SERVER_COMMON_PASSWORDS_H
#define SERVER_COMMON_PASSWORDS_H

#include <stdbool.h>

/* Whether a password is one of the usual ones, one sign or a row of the keyboard over and
 * over, or the name it is for; digits and signs around it make it no better. */
bool common_passwords_have(const char *password, const char *name);

#endif
