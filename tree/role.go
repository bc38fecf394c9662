package tree

import "strings"

// The roles the rules know by name.
const (
	textRole    = "text"
	genericRole = "generic"
	iframeRole  = "iframe"
	imgRole     = "img"
	canvasRole  = "canvas"

	dateTimeRole = "DateTime" // the engine's own role: ARIA has none, nor is one element called so
)

type roleSet map[string]struct{}

func roles(names string) roleSet {
	set := roleSet{}
	for name := range strings.FieldsSeq(names) {
		set[name] = struct{}{}
	}
	return set
}

func (s roleSet) has(role string) bool {
	_, ok := s[role]
	return ok
}

var (
	// interactiveRoles can be acted upon by their nature.
	interactiveRoles = roles(`button link textbox searchbox combobox listbox option checkbox radio switch
		slider spinbutton tab menuitem menuitemcheckbox menuitemradio treeitem summary date time DateTime
		color file video audio`)
	// fieldRoles hold a value that a user types or picks; what is in them is that value.
	fieldRoles = roles(`textbox searchbox combobox spinbutton slider date time DateTime color file listbox`)
	// checkRoles are on or off.
	checkRoles = roles(`checkbox radio switch menuitemcheckbox menuitemradio`)
	// contentNamed are the roles that get their name from what is in them (ARIA 1.2, 5.2.8.1; rows too).
	contentNamed = roles(`button link option checkbox radio switch tab menuitem menuitemcheckbox
		menuitemradio treeitem summary heading cell gridcell columnheader rowheader row tooltip`)
	// phraseRoles are roles of text-level markup, captions and wrappers of the engine: they have no
	// line, and their text is part of the text around them.
	phraseRoles = roles(`generic none presentation strong emphasis code subscript superscript deletion
		insertion mark abbr legend caption figcaption label rowgroup group document ruby rubyannotation
		pre directory listmarker rootwebarea section layouttable layouttablerow layouttablecell
		layouttablebody math suggestion comment-marker plaintext`)
	// namedPhrases are phraseRoles that have a line when they have a name.
	namedPhrases = roles(`generic group document rowgroup math`)
	// wrapperRoles give way to the one line they hold.
	wrapperRoles = roles(`paragraph listitem cell gridcell figure blockquote term definition`)
	// keptEmpty have a line even when there is nothing to say about them.
	keptEmpty = roles(`iframe canvas progressbar meter cell gridcell columnheader rowheader dialog
		alertdialog`)
	// leveled are the roles whose level says something that the indentation does not.
	leveled = roles(`heading treeitem row`)
	// editableRoles can be read-only.
	editableRoles = roles(`textbox searchbox combobox spinbutton slider date time DateTime color
		file checkbox radio switch gridcell grid`)
)

// roleNames are the names of the accessibility engine that differ from ours, in lower case.
var roleNames = map[string]string{
	"image": imgRole, "graphics-document": imgRole, "graphics-object": imgRole, "graphics-symbol": imgRole,
	"svgroot": imgRole, "disclosuretriangle": "summary", "disclosuretrianglegrouped": "summary",
	"inputtime": "time", "colorwell": "color", "labeltext": "label", "statictext": textRole,
	"descriptionlist": "list", "descriptionlistterm": "term", "descriptionlistdetail": "definition",
	"iframepresentational": iframeRole, "pluginobject": "generic", "embeddedobject": "generic",
	"popupbutton": "combobox", "menulistpopup": "generic", "details": "group", "abbreviation": "abbr",
	"mathmlmath": "math",
}

// tagRoles are the roles of elements for which the engine has none in ARIA terms.
var tagRoles = map[string]string{
	"iframe": iframeRole, "frame": iframeRole, "canvas": canvasRole, "summary": "summary",
	"video": "video", "audio": "audio", "label": "label", "legend": "legend", "abbr": "abbr",
	"figcaption": "figcaption", "caption": "caption",
}

// inputRoles are the roles of input elements by their type, where the engine's role does not tell
// how to fill them.
var inputRoles = map[string]string{
	"date": "date", "time": "time", "datetime-local": dateTimeRole, "month": dateTimeRole, "week": dateTimeRole,
	"color": "color",
}

// inputForms tell apart the inputs that share a role by the form of their values (HTML, 2.3.5).
var inputForms = map[string]string{"datetime-local": "YYYY-MM-DDThh:mm", "month": "YYYY-MM", "week": "YYYY-Www"}

// role returns the role that decides about a raw element.
func (r *Raw) role() string {
	if r.Tag == "input" && r.Attrs != nil {
		if role, ok := inputRoles[r.Attrs.InputType]; ok {
			return role
		}
	}
	if r.Tag == "label" && r.Attrs != nil && (r.Attrs.InputType == "checkbox" || r.Attrs.InputType == "radio") {
		if checkRoles.has(r.Role) {
			return r.Role
		}
		return r.Attrs.InputType
	}
	role := r.Role
	if role == "" || role == genericRole {
		if byTag, ok := tagRoles[r.Tag]; ok {
			return byTag
		}
		if r.Flags&FrameOwner != 0 {
			return iframeRole
		}
		return genericRole
	}
	if hasUpper(role) {
		role = strings.ToLower(role)
	}
	if ours, ok := roleNames[role]; ok {
		return ours
	}
	if strings.HasPrefix(role, "mathml") {
		return genericRole // a part of a formula
	}
	if !validRole(role) || role == "time" {
		return genericRole // a time element is text; the time a user types is an input
	}
	return role
}

func hasUpper(s string) bool {
	for i := range len(s) {
		if 'A' <= s[i] && s[i] <= 'Z' {
			return true
		}
	}
	return false
}

// checkedDefault is the Checked state of a line without a mark.
func checkedDefault(role string) Toggle {
	switch role {
	case "checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio":
		return False
	}
	return NoToggle
}

// selectedDefault is the Selected state of a line without a mark.
func selectedDefault(role string) Toggle {
	switch role {
	case "option", "tab":
		return False
	}
	return NoToggle
}
