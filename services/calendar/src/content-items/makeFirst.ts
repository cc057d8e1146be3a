import type { RestRequest } from '@almanac/rest';
import type { UnitOfWork } from '@almanac/write-side';
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

/**
 * Lets core make the new things that a command names, outside of the command, which may be decided several times: first
 * pictures, then tags. The command is tried without effect before, so one that is refused leaves neither behind.
 * @throws the refusal of the command or of core
 */
export const makeFirst = async (
  { commands, context }: Pick<RestRequest<unknown>, 'commands' | 'context'>,
  { images, tags }: Named,
  decide: (unit: UnitOfWork) => Promise<unknown>,
): Promise<void> => {
  const makesTags = tags?.areNew() ?? false;
  if (!images.areNew() && !makesTags) return;
  const dryRun = () => commands.run(context, (unit) => unit.dryRun(decide));
  await dryRun();
  if (images.areNew()) {
    if (makesTags) await tags?.tryNew();
    await images.fetchNew();
    // pictures that could not be had refuse it before there are tags
    if (makesTags) await dryRun();
  }
  if (makesTags) await tags?.makeNew();
};
