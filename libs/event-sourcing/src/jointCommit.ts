import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { approximateSize } from '@almanac/documents';
import { hasCode } from '@almanac/event-store';
import type { Commands, Outcome, RunOptions } from './commands.ts';
import type { CommandContext, Runner } from './runner.ts';
import type { UnitOfWork } from './unitOfWork.ts';

/** A command of an item of a batch. */
export interface JointCommand<Result> {
  readonly context: CommandContext;
  readonly decide: (unit: UnitOfWork) => Promise<Result>;
  readonly options: RunOptions | undefined;
  /** Resolves when the item has ended. */
  readonly ended: Promise<void>;
}

/** A decided command that waits for the commit. */
interface Member {
  succeed(position: number | undefined): void;
  fail(error: unknown): void;
  runAlone(): Promise<void>;
  readonly ended: Promise<void>;
}

/**
 * Refusals that a single member may have caused: the others are then committed without it (docs/architecture.md §2,
 * Conflicts).
 */
const REFUSALS = [
  'version-conflict',
  'key-taken',
  'commit-too-large',
  'unserialisable',
  'unstorable',
  'document-too-large',
];

/**
 * Characters, roughly, after which a commit takes no further item. It is checked, and written with its documents, in
 * one step, which blocks other work of the process.
 */
const MAX_WEIGHT = 256 * 1_024;

/**
 * The commit that a batch gathers; after it the next one begins. A new one begins for a command that appends to a
 * stream of an earlier member, after that one has ended, so that each answers with its own state. It also begins for
 * another principal or language, for a command with a commit id, and once the commit is heavy. A refused joint commit
 * is decided again, with one commit per member.
 */
export class JointCommit {
  readonly #runner: Runner;
  readonly #alone: Commands['run'];
  #unit: UnitOfWork | undefined;
  #context: CommandContext | undefined;
  #members: Member[] = [];
  #weight = 0;

  constructor(runner: Runner, alone: Commands['run']) {
    this.#runner = runner;
    this.#alone = alone;
  }

  /**
   * Decides a command on top of the earlier members, one command at a time. The outcome follows with the commit.
   * @param fromLog true if the command is decided on the state in the log, because a document was behind it
   * @throws the command's refusal
   */
  async join<Result>(
    command: JointCommand<Result>,
    fromLog = false,
  ): Promise<{ readonly outcome: Promise<Outcome<Result>> }> {
    const { context, decide, options } = command;
    if (!this.#takes(context)) await this.commit();
    this.#context ??= context;
    this.#unit ??= this.#runner.begin(this.#runner.metadataOf(context), fromLog);
    const unit = this.#unit;
    const fork = unit.fork();
    try {
      const result = await this.#runner.decide(fork, decide, options?.check);
      if (!appendsToSameStream(unit, fork)) return { outcome: this.#add(command, { unit, fork, result }) };
    } catch (error) {
      if (fromLog || !hasCode(error, 'version-conflict')) throw error;
      await this.commit();
      return this.join(command, true);
    }
    await this.commit();
    return this.join(command);
  }

  /** Commits the members' work, and waits until their items have ended. */
  async commit(): Promise<void> {
    const [unit, members] = [this.#unit, this.#members];
    [this.#unit, this.#context, this.#members, this.#weight] = [undefined, undefined, [], 0];
    if (unit === undefined) return;
    try {
      const position = await this.#runner.commit(unit);
      for (const member of members) {
        member.succeed(position);
        // each item renders its answer now: other work of the process gets its turn between them
        await yieldToEventLoop();
      }
    } catch (error) {
      if (REFUSALS.some((code) => hasCode(error, code))) return commitEach(members);
      for (const member of members) member.fail(error);
    }
    await Promise.all(members.map(({ ended }) => ended));
  }

  #takes(context: CommandContext): boolean {
    return this.#context === undefined || (this.#weight < MAX_WEIGHT && isSame(this.#context, context));
  }

  #add<Result>(
    { context, decide, options, ended }: JointCommand<Result>,
    { unit, fork, result }: { readonly unit: UnitOfWork; readonly fork: UnitOfWork; readonly result: Result },
  ): Promise<Outcome<Result>> {
    const outcome = Promise.withResolvers<Outcome<Result>>();
    const added = fork.events.slice(unit.events.length);
    unit.adopt(fork);
    this.#weight += approximateSize(added);
    this.#members.push({
      succeed: (position) => outcome.resolve({ result, position: added.length > 0 ? position : undefined }),
      fail: outcome.reject,
      runAlone: () => this.#alone(context, decide, options).then(outcome.resolve, outcome.reject),
      ended,
    });
    return outcome.promise;
  }
}

const commitEach = async (members: readonly Member[]): Promise<void> => {
  for (const member of members) {
    await member.runAlone();
    await member.ended;
  }
};

const isSame = (one: CommandContext, other: CommandContext): boolean =>
  one.commitId === undefined &&
  other.commitId === undefined &&
  one.moved === undefined &&
  other.moved === undefined &&
  one.principal === other.principal &&
  one.language === other.language &&
  one.correlation === other.correlation;

/** True if a fork appends to a stream to which its origin has appended. */
const appendsToSameStream = (origin: UnitOfWork, fork: UnitOfWork): boolean => {
  const before = new Set(origin.events.map((event) => event.stream));
  return fork.events.slice(origin.events.length).some((event) => before.has(event.stream));
};
