import { streamOf } from '@almanac/event-sourcing';
import type { RestRequest } from '@almanac/rest';
import { miscErrors } from '../errors.ts';
import type { Misc } from '../misc.ts';
import { type Popup, type PopupCommand, popupDecider, popupExists, popups } from './popup.ts';
import { requireOrder } from './sentPopup.ts';

/** Returns the popup with that id, including drafts and trash. @throws DomainError 404 */
export const popupOf = async ({ documents }: Pick<Misc, 'documents'>, id: number): Promise<Popup> => {
  const found = (await documents.getMany<Popup>(popups, [id]))[0];
  if (found === undefined) throw miscErrors.unknownPopup();
  return found;
};

type Changing = Pick<RestRequest<unknown>, 'commands' | 'context' | 'ifMatch' | 'captures'>;

/** Changes the popup named in the path. @throws DomainError 400, 404, 410, 412 */
export const change = (request: Changing, command: PopupCommand): Promise<Popup> =>
  decide(request, Number(request.captures.id), command);

/** Loads a popup, decides the command and appends its events. @throws DomainError 400, 404, 410, 412 */
export const decide = async (
  { commands, context, ifMatch }: Omit<Changing, 'captures'>,
  id: number,
  command: PopupCommand,
): Promise<Popup> => {
  const { result } = await commands.run(
    context,
    async (unit) => {
      if (command.type !== 'CreatePopup' && !popupExists(await unit.load(popupDecider, id)))
        throw miscErrors.unknownPopup();
      if (command.type !== 'CreatePopup') await unit.expectVersion(popupDecider, id, ifMatch);
      const popup = await unit.decide(popupDecider, id, command, undefined);
      requireOrder(popup);
      return popup;
    },
    { mutexKeys: [streamOf(popupDecider, id)] },
  );
  return result;
};
