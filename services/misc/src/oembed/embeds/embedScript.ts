/**
 * Runs in pages elsewhere that show a record of this site. The frame has no rights but to run scripts, so it tells its page
 * by messages: `{ secret, message: 'height', value }` how tall it is, `{ secret, message: 'link', value }` where somebody
 * wants to go, with the secret from its address. The first message also says that the frame has come: the quotation
 * that stood in for it goes. Plain old JavaScript, as pages elsewhere may have it cut up and joined.
 */
export const embedScript = `
(function () {
  if (window.almanacEmbeds) { return; }
  window.almanacEmbeds = true;
  function each(selector, act) { Array.prototype.forEach.call(document.querySelectorAll(selector), act); }
  function host(address) { var link = document.createElement('a'); link.href = address; return link.host; }
  function obey(frame, data) {
    if (data.message === 'height') {
      frame.height = String(Math.min(1000, Math.max(200, parseInt(data.value, 10) || 0)));
    }
    if (data.message === 'link' && document.activeElement === frame && /^https?:/.test(data.value)) {
      if (host(data.value) === host(frame.src)) { window.top.location.href = data.value; }
    }
  }
  window.addEventListener('message', function (event) {
    var data = event.data;
    if (!data || typeof data.message !== 'string' || !/^[A-Za-z0-9]{10}$/.test(data.secret)) { return; }
    var marked = '.core-embedded-content[data-secret="' + data.secret + '"]';
    each('iframe' + marked, function (frame) {
      if (event.source !== frame.contentWindow) { return; }
      frame.removeAttribute('style');
      each('blockquote' + marked, function (quote) { quote.style.display = 'none'; });
      obey(frame, data);
    });
  });
})();
`.trim();
