import { setImmediate as breathe } from 'node:timers/promises';
import { weightOf } from '@almanac/documents';
import { hasCode } from '@almanac/event-store';
import type { Commands, Outcome, RunOptions } from './commands.ts';
import type { CommandContext, Runner } from './runner.ts';
import type { UnitOfWork } from './unitOfWork.ts';

/** A `run` of an item, waiting for its turn to decide and then for the commit. */
export interface JointRequest {
  readonly context: CommandContext;
  readonly options: RunOptions | undefined;
  readonly decide: (unit: UnitOfWork) => Promise<unknown>;
  resolve(outcome: Outcome<unknown>): void;
  reject(error: unknown): void;
  /** Resolves when the item that asks has ended. */
  readonly ended: Promise<void>;
}

interface Member {
  readonly request: JointRequest;
  readonly result: unknown;
  readonly changed: boolean;
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
 * Characters, roughly, after which a commit takes no further item: it is checked, and written with its documents, in one
 * go, which others of the process wait for.
 */
const HEAVY = 256 * 1_024;

/** The commit that a batch gathers. After it is made the next one begins. */
export class JointCommit {
  readonly #runner: Runner;
  readonly #alone: Commands['run'];
  #unit: UnitOfWork | undefined;
  #context: CommandContext | undefined;
  #members: Member[] = [];
  #weight = 0;
  /** Whether the next commit is decided on what the log has, since a document was behind it. */
  #fromLog = false;

  constructor(runner: Runner, alone: Commands['run']) {
    this.#runner = runner;
    this.#alone = alone;
  }

  /** Decides a command on top of what was gathered; false when it was refused, which its caller has been told. */
  async join(request: JointRequest): Promise<boolean> {
    if (!this.#takes(request)) await this.commit();
    this.#context ??= request.context;
    this.#unit ??= this.#runner.begin(this.#runner.metadataOf(request.context), this.#fromLog);
    const fork = this.#unit.fork();
    const result = await this.#decide(fork, request);
    if (result === 'refused') return false;
    this.#fromLog = result === 'outrun';
    if (result !== 'outrun' && !overlaps(this.#unit, fork)) {
      const added = fork.events.slice(this.#unit.events.length);
      this.#unit.adopt(fork);
      this.#weight += weightOf(added);
      this.#members.push({ request, result: result.value, changed: added.length > 0 });
      return true;
    }
    await this.commit();
    return this.join(request);
  }

  /** Commits what was gathered and waits until the members have ended. */
  async commit(): Promise<void> {
    const [unit, members] = [this.#unit, this.#members];
    [this.#unit, this.#context, this.#members, this.#weight] = [undefined, undefined, [], 0];
    if (unit === undefined) return;
    try {
      const position = await this.#runner.commit(unit);
      for (const { request, result, changed } of members) {
        request.resolve({ result, position: changed ? position : undefined });
        // each makes its answer now: others of the process get their turns between them
        await breathe();
      }
    } catch (error) {
      if (REFUSALS.some((code) => hasCode(error, code))) return this.#commitEach(members);
      for (const { request } of members) request.reject(error);
    }
    await Promise.all(members.map(({ request }) => request.ended));
  }

  #takes({ context }: JointRequest): boolean {
    return this.#context === undefined || (this.#weight < HEAVY && isSame(this.#context, context));
  }

  async #decide(fork: UnitOfWork, request: JointRequest): Promise<{ value: unknown } | 'refused' | 'outrun'> {
    try {
      return { value: await this.#runner.decide(fork, request.decide, request.options?.check) };
    } catch (error) {
      if (!this.#fromLog && hasCode(error, 'version-conflict')) return 'outrun';
      request.reject(error);
      return 'refused';
    }
  }

  async #commitEach(members: readonly Member[]): Promise<void> {
    for (const { request } of members) {
      const { context, decide, options } = request;
      await this.#alone(context, decide, options).then(request.resolve, request.reject);
      await request.ended;
    }
  }
}

const isSame = (one: CommandContext, other: CommandContext): boolean =>
  one.commitId === undefined &&
  other.commitId === undefined &&
  one.principal === other.principal &&
  one.language === other.language &&
  one.correlation === other.correlation;

/** Whether a fork appends to a stream that its origin has appended to. */
const overlaps = (origin: UnitOfWork, fork: UnitOfWork): boolean => {
  const before = new Set(origin.events.map((event) => event.stream));
  return fork.events.slice(origin.events.length).some((event) => before.has(event.stream));
};
