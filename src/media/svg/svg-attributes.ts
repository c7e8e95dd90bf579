/** The attributes of SVG, without those that run or load. Names with a hyphen are properties of styles, `data-` or `aria-`. */

const NAMES = `
  id class style lang tabindex role title name version baseprofile zoomandpan contentstyletype externalresourcesrequired
  requiredfeatures requiredextensions systemlanguage viewtarget media type
  x y z x1 x2 y1 y2 cx cy r rx ry fx fy fr width height d points dx dy rotate transform viewbox preserveaspectratio pathlength
  fill stroke color opacity display visibility overflow cursor clip mask filter marker direction font kerning isolation
  textlength lengthadjust startoffset method spacing side path
  gradientunits gradienttransform spreadmethod offset patternunits patterncontentunits patterntransform
  clippathunits maskunits maskcontentunits markerunits markerwidth markerheight orient refx refy hatchunits pitch
  in in2 result stddeviation mode operator values tablevalues slope intercept amplitude exponent k1 k2 k3 k4 kernelmatrix
  divisor bias targetx targety edgemode kernelunitlength preservealpha surfacescale diffuseconstant specularconstant
  specularexponent limitingconeangle pointsatx pointsaty pointsatz azimuth elevation scale xchannelselector
  ychannelselector radius basefrequency numoctaves seed stitchtiles filterunits primitiveunits filterres order
  attributename attributetype begin dur end min max restart repeatcount repeatdur calcmode keytimes keysplines keypoints
  from to by additive accumulate origin
  href src target rel hreflang
  unicode u1 u2 g1 g2 k string local ascent descent alphabetic ideographic hanging mathematical bbox widths format glyphref
`
const KNOWN: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/))
/** The attributes of HTML with a hyphen. */
const OF_PAGES: ReadonlySet<string> = new Set(['http-equiv', 'accept-charset'])

/** `isSvgAttribute('viewbox')` is true, `isSvgAttribute('srcdoc')` is not. In small letters. */
export function isSvgAttribute(name: string): boolean {
  return KNOWN.has(name) || (name.includes('-') && !name.startsWith('on') && !OF_PAGES.has(name))
}
