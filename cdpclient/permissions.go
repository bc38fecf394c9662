package cdpclient

import (
	"context"

	"github.com/mafredri/cdp/protocol/browser"
	"github.com/mafredri/cdp/protocol/emulation"

	"github.com/observer-svc/observer-svc/cdpclient/transport"
)

// Permission is something a page asks its user for, as Browser.grantPermissions names it.
type Permission = browser.PermissionType

// Geolocation is a place on Earth in WGS 84.
type Geolocation struct {
	Latitude, Longitude float64 // degrees
	Accuracy            float64 // metres
}

// grant gives the pages of the context what its options name. The browser refuses everything else
// at once, without asking anybody.
func (c *Context) grant(ctx context.Context) error {
	granted := append([]Permission{}, c.options.Permissions...) // an empty list, not none
	err := browser.NewClient(c.browser.mux.Root()).GrantPermissions(ctx,
		browser.NewGrantPermissionsArgs(granted).SetBrowserContextID(c.id))
	if err != nil && len(granted) == 0 && ctx.Err() == nil && c.browser.alive() == nil {
		c.log.Warn("this browser does not refuse permissions by itself", "cause", err)
		return nil
	}
	return explain(ctx, err, "granting permissions")
}

// place tells pages where they are. Without it, those that may ask wait for a device to answer.
func (o ContextOptions) place() transport.Call {
	args := emulation.NewSetGeolocationOverrideArgs()
	if g := o.Geolocation; g != nil {
		args.SetLatitude(g.Latitude).SetLongitude(g.Longitude).SetAccuracy(orMetre(g.Accuracy))
	}
	return transport.Call{Method: "Emulation.setGeolocationOverride", Params: args, Optional: true}
}

func orMetre(accuracy float64) float64 {
	if accuracy == 0 {
		return 1
	}
	return accuracy
}
