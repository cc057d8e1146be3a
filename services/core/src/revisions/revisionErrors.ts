import { DomainError } from '@almanac/i18n';

export const noSuchAutosave = (): DomainError =>
  new DomainError('rest_post_no_autosave', 404, 'The post has no such autosave.');

export const noSuchRevision = (): DomainError =>
  new DomainError('rest_post_invalid_id', 404, 'The revision does not exist.');

export const otherParent = (parent: number): DomainError =>
  new DomainError('rest_revision_parent_id_mismatch', 404, 'The revision does not belong to the post {parent}.', {
    params: { parent },
  });

export const noSuchPage = (): DomainError =>
  new DomainError('rest_revision_invalid_page_number', 400, 'The list has no such page.');

export const offsetBeyond = (): DomainError =>
  new DomainError('rest_revision_invalid_offset_number', 400, 'The offset is beyond the end of the list.');
