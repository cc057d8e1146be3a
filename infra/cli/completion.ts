import type { Command, Option } from 'commander';
import { oneOf } from './arguments.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** A word that may follow a command, with its help. */
interface Word {
  readonly text: string;
  readonly about: string;
}

/** The words after one command: `almanac ops`. */
interface Place {
  readonly path: string;
  readonly words: readonly Word[];
}

/** Returns a script that completes the commands and options of a program. */
export const completionScript = (program: Command, shell: Shell): string => SCRIPTS[shell](placesOf(program, []));

const placesOf = (command: Command, before: readonly string[]): Place[] => {
  const path = [...before, command.name()];
  const below = command.commands.flatMap((each) => placesOf(each, path));
  return [{ path: path.join(' '), words: wordsOf(command) }, ...below];
};

const wordsOf = (command: Command): Word[] => [
  ...command.commands.map((each) => ({ text: each.name(), about: each.summary() || each.description() })),
  ...[...command.options, HELP].map(({ long, description: about }) => ({ text: long ?? '', about })),
];

const HELP: Pick<Option, 'long' | 'description'> = { long: '--help', description: 'show help' };

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns the cases of a `case`, by which the words before the cursor become the path of a command. */
const casesOfPaths = (places: readonly Place[]): string =>
  places
    .slice(1)
    .map(({ path }) => quoted(path))
    .join('|');

const bash = (places: readonly Place[]): string => `_almanac() {
  local path=almanac words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${casesOfPaths(places)}) path="$path $word" ;;
    esac
  done
  case "$path" in
${places.map(({ path, words }) => `    ${quoted(path)}) words=${quoted(words.map(({ text }) => text).join(' '))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _almanac almanac`;

const zsh = (places: readonly Place[]): string => `#compdef almanac
_almanac() {
  local almanac_path=almanac word
  local -a candidates
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$almanac_path $word" in
      ${casesOfPaths(places)}) almanac_path="$almanac_path $word" ;;
    esac
  done
  case "$almanac_path" in
${places.map(({ path, words }) => `    ${quoted(path)}) candidates=(${words.map(describedForZsh).join(' ')}) ;;`).join('\n')}
  esac
  _describe almanac candidates
  _files
}
compdef _almanac almanac`;

const describedForZsh = ({ text, about }: Word): string => quoted(`${text}:${about}`);

const fish = (places: readonly Place[]): string =>
  [
    `function __almanac_path
  set -l path almanac
  for word in (commandline -opc)[2..]
    switch "$path $word"
      case ${places
        .slice(1)
        .map(({ path }) => quotedForFish(path))
        .join(' ')}
        set path "$path $word"
    end
  end
  echo $path
end`,
    ...places.flatMap(({ path, words }) =>
      words.map(({ text, about }) => {
        const word = text.startsWith('--') ? `-l ${text.slice(2)}` : `-a ${quotedForFish(text)}`;
        return `complete -c almanac -n 'test (__almanac_path) = "${path}"' ${word} -d ${quotedForFish(about)}`;
      }),
    ),
  ].join('\n');

const quotedForFish = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

const SCRIPTS: Readonly<Record<Shell, (places: readonly Place[]) => string>> = { bash, zsh, fish };

const ABOUT =
  'Prints a script with which a shell completes commands and options after Tab. It completes the command almanac, which ' +
  '`npm link --workspace infra/cli` installs.';

const EXAMPLES = `
Examples:
  source <(almanac completion bash)                                  in ~/.bashrc
  source <(almanac completion zsh)                                   in ~/.zshrc, after compinit
  almanac completion fish > ~/.config/fish/completions/almanac.fish`;

export const completionCommand = (program: Command): void => {
  program
    .command('completion')
    .summary('print a script that completes commands in bash, zsh or fish')
    .description(ABOUT)
    .argument('<shell>', SHELLS.join(', '), oneOf(SHELLS))
    .addHelpText('after', EXAMPLES)
    .action((shell: Shell) => console.log(completionScript(program, shell)));
};
