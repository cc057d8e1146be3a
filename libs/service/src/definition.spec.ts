import { ownSettings } from './definition.ts';

describe('the service’s own environment variables', () => {
  const environment = { MEDIA_FOLDER: '/srv/media', PRINCIPAL_SECRET: 'x', HOME: '/home/x' };

  it('are those of the manifest', () => {
    expect(ownSettings('core', environment)).toEqual({ MEDIA_FOLDER: '/srv/media' });
    expect(ownSettings('misc', environment)).toEqual({});
  });

  it('are absent if they are empty', () => expect(ownSettings('core', { MEDIA_FOLDER: '' })).toEqual({}));
});
