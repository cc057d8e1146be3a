import { DomainError } from '@almanac/domain';

export const noSuchAutosave = (): DomainError =>
  new DomainError('rest_post_no_autosave', 404, 'The post has no such autosave.');
