import http from 'node:http';

describe('node:http without undici', () => {
  it('has all public members that do not come from undici', async () => {
    const { WebSocket: _, CloseEvent: __, MessageEvent: ___, ...members } = http;
    const named = Object.entries(members).filter(([name]) => !name.startsWith('_'));
    expect({ ...(await import('./httpWithoutUndici.ts')) }).toEqual(Object.fromEntries(named));
  });
});
