import { given } from '@almanac/event-sourcing/testing';
import { type PopupEvent, popupDecider, popupDefaults } from './popup.ts';

const fields = { ...popupDefaults, title: 'Newsletter' };
const created: PopupEvent = { type: 'PopupCreated', data: { ...fields, status: 'draft', author: 3 } };
const published: PopupEvent = { type: 'PopupPublished', data: {} };
const drafted: PopupEvent = { type: 'PopupDrafted', data: {} };
const trashed: PopupEvent = { type: 'PopupTrashed', data: {} };
const deleted: PopupEvent = { type: 'PopupDeleted', data: {} };

describe('the decisions on a popup', () => {
  it('create it from the sent members', () => {
    given(popupDecider).when({ type: 'CreatePopup', fields, status: 'draft', author: 3 }, undefined).then([created]);
  });

  it('change differences, publish it, and store nothing without a difference', () => {
    const changed: PopupEvent = { type: 'PopupChanged', data: { frequency: 'once' } };
    const changes = { title: 'Newsletter', frequency: 'once' } as const;
    given(popupDecider, [created])
      .when({ type: 'ChangePopup', changes, status: 'publish' }, undefined)
      .then([changed, published]);
    given(popupDecider, [created, changed]).when({ type: 'ChangePopup', changes, status: 'draft' }, undefined).then([]);
    given(popupDecider, [created, published])
      .when({ type: 'ChangePopup', changes: {}, status: 'draft' }, undefined)
      .then([drafted]);
  });

  it('trash it once, restore it by a status, and leave it there by a change without one', () => {
    given(popupDecider, [created]).when({ type: 'TrashPopup' }, undefined).then([trashed]);
    given(popupDecider, [created, trashed])
      .when({ type: 'TrashPopup' }, undefined)
      .thenThrows('rest_already_trashed', 410);
    given(popupDecider, [created, trashed])
      .when({ type: 'ChangePopup', changes: {}, status: 'publish' }, undefined)
      .then([published]);
    given(popupDecider, [created, trashed])
      .when({ type: 'ChangePopup', changes: { title: 'Other' } }, undefined)
      .then([{ type: 'PopupChanged', data: { title: 'Other' } }]);
  });

  it('delete it for good', () => {
    given(popupDecider, [created]).when({ type: 'DeletePopup' }, undefined).then([deleted]);
    for (const type of ['TrashPopup', 'DeletePopup'] as const)
      given(popupDecider, [created, deleted]).when({ type }, undefined).thenThrows('popup_not_found', 404);
    given(popupDecider).when({ type: 'ChangePopup', changes: {} }, undefined).thenThrows('popup_not_found', 404);
  });
});
