import { ownSettings } from './definition.ts';

describe('what a service alone reads of the environment', () => {
  const environment = { MEDIA_FOLDER: '/srv/media', PRINCIPAL_SECRET: 'x', HOME: '/home/x' };

  it('is what the manifest gives it, and nothing else', () => {
    expect(ownSettings('core', environment)).toEqual({ MEDIA_FOLDER: '/srv/media' });
    expect(ownSettings('misc', environment)).toEqual({});
  });

  it('is absent where it is empty', () => expect(ownSettings('core', { MEDIA_FOLDER: '' })).toEqual({}));
});
