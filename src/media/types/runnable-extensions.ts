/**
 * Extensions with which some web server, system or browser would run a file. Populus runs nothing, but another program
 * may serve the same folder.
 */
const RUNNABLE: ReadonlySet<string> = new Set(
  [
    ...['php', 'php3', 'php4', 'php5', 'php7', 'php8', 'phps', 'pht', 'phtml', 'phar', 'inc', 'module'],
    ...['asp', 'aspx', 'asa', 'asax', 'ascx', 'ashx', 'asmx', 'cer', 'config', 'cshtml', 'vbhtml', 'axd'],
    ...['jsp', 'jspx', 'jspf', 'jsw', 'jsv', 'jtml', 'do', 'action', 'cfm', 'cfml', 'cfc', 'cgi', 'fcgi'],
    ...['pl', 'pm', 'py', 'pyc', 'rb', 'lua', 'sh', 'bash', 'zsh', 'csh', 'ksh', 'fish', 'ps1', 'psm1'],
    ...['exe', 'com', 'bat', 'cmd', 'msi', 'scr', 'pif', 'cpl', 'dll', 'so', 'vbs', 'vbe', 'wsf', 'wsh', 'hta'],
    ...['jse', 'jar', 'reg', 'lnk', 'url', 'desktop', 'app', 'htaccess', 'htpasswd', 'shtml', 'shtm', 'stm', 'ssi'],
    ...['html', 'htm', 'xhtml', 'xht', 'htc', 'mht', 'mhtml', 'svg', 'svgz', 'xml', 'xsl', 'xslt', 'xsd', 'rss'],
    ...['atom', 'rdf', 'js', 'mjs', 'cjs', 'ts', 'swf', 'wasm', 'webmanifest', 'appcache'],
  ].map(name => `.${name}`),
)

/** `isRunnable('.PHP')` is true. */
export function isRunnable(ext: string): boolean {
  return RUNNABLE.has(ext.toLowerCase())
}
