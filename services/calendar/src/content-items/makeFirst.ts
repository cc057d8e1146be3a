import type { UnitOfWork } from '@almanac/event-sourcing';
import type { RestRequest } from '@almanac/rest';
import type { RequestImages } from '../images/requestImages.ts';

/** Tags that a request names. Those with unknown names have temporary ids until core has made them. */
export interface RequestTags {
  /** Undefined where no tags were sent. */
  ids(): readonly number[] | undefined;
  /** Whether some have names that core would have to make a tag of first. */
  areNew(): boolean;
  /** Asks core for a dry run: whether it would make them. @throws DomainError core's refusal */
  tryNew(): Promise<void>;
  /** Lets core make the new ones once, all or none. */
  makeNew(): Promise<void>;
}

interface Named {
  readonly images: RequestImages;
  readonly tags?: RequestTags;
}

type Trying = Pick<RestRequest<unknown>, 'commands' | 'context'>;
type Decide = (unit: UnitOfWork) => Promise<unknown>;

const dryRun = ({ commands, context }: Trying, decide: Decide) => commands.run(context, (unit) => unit.dryRun(decide));

/**
 * Lets core make the new things that a command names, outside of the command, which may be decided several times: first
 * pictures, then tags. The command is tried without effect before, so one that is refused leaves neither behind.
 * @throws the refusal of the command or of core
 */
export const makeFirst = async (request: Trying, named: Named, decide: Decide): Promise<void> => {
  await fetchFirst(request, named, decide);
  if (!named.tags?.areNew()) return;
  // pictures that could not be had refuse it before there are tags
  await dryRun(request, decide);
  await named.tags.makeNew();
};

/** Lets core fetch the new pictures alone. @throws the refusal of the command or of core */
export const fetchFirst = async (request: Trying, { images, tags }: Named, decide: Decide): Promise<void> => {
  if (!images.areNew()) return;
  await dryRun(request, decide);
  if (tags?.areNew()) await tags.tryNew();
  await images.fetchNew();
};
