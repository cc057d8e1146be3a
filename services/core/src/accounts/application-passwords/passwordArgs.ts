import { anyOf, invalid, text } from '@almanac/rest';
import { MAX_TITLE_LENGTH } from '@almanac/text';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const uuid = text({
  format: 'uuid',
  check: (value) => (UUID.test(value) ? undefined : invalid('{name} is no UUID.', 'rest_invalid_uuid')),
});

const name = text({
  required: true,
  minLength: 1,
  maxLength: MAX_TITLE_LENGTH,
  pattern: '\\S',
  description: 'The purpose of the application password.',
});

const appId = anyOf([uuid, text({ enum: [''] })], {
  description: 'A UUID that the application has chosen for itself; it cannot be changed.',
});

export const writeArgs = { name, app_id: appId };
