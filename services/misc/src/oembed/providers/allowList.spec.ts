import { createAllowList, knownProviders } from './allowList.ts';

const providerOf = createAllowList(knownProviders());

describe('the allow list', () => {
  it.each([
    ['https://www.youtube.com/watch?v=abc', 'YouTube'],
    ['http://m.youtube.com/shorts/abc', 'YouTube'],
    ['https://youtu.be/abc?t=3', 'YouTube'],
    ['https://vimeo.com/123', 'Vimeo'],
    ['https://dai.ly/x1', 'Dailymotion'],
    ['https://www.tiktok.com/@name/video/1', 'TikTok'],
    ['https://www.ted.com/talks/somebody_on_something', 'TED'],
    ['https://www.flickr.com/photos/a/1', 'Flickr'],
    ['https://name.smugmug.com/a', 'SmugMug'],
    ['https://open.spotify.com/track/1', 'Spotify'],
    ['https://soundcloud.com/a/b', 'SoundCloud'],
    ['https://twitter.com/name/status/1', 'Twitter'],
    ['https://twitter.com/name/statuses/1', 'Twitter'],
    ['https://twitter.com/name', 'Twitter'],
    ['https://bsky.app/profile/a.test/post/1', 'Bluesky'],
    ['https://www.reddit.com/r/a/comments/1/b', 'Reddit'],
    ['https://www.amazon.co.uk/dp/1', 'Amazon (Europe, India)'],
    ['https://a.co/1', 'Amazon'],
    ['https://name.tumblr.com/post/1', 'Tumblr'],
    ['https://www.canva.com/design/1/2/view', 'Canva'],
  ])('contains %s', (address, name) => {
    expect(providerOf(address)?.name).toBe(name);
  });

  it.each([
    'https://www.youtube.com/embed/abc',
    'https://youtube.com.other.test/watch?v=abc',
    'https://notyoutube.com/watch?v=abc',
    'https://other.test/youtube.com/watch',
    'https://www.youtube.com:8443/watch?v=abc',
    'ftp://www.youtube.com/watch',
    'https://twitter.com/',
    'https://example.test/',
    'nonsense',
  ])('does not contain %s', (address) => {
    expect(providerOf(address)).toBeUndefined();
  });
});
