#include "cli/subcommand.h"

int main(int argc, char** argv) { return pg::run_cli(argc, argv); }
