package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"
	"go.yaml.in/yaml/v3"
)

// configFile holds the settings of a configuration file under the names of flags.
type configFile struct {
	name   string
	values map[string]any
}

// readConfigFile reads a YAML file, of which JSON is a part.
func readConfigFile(name string) (*configFile, error) {
	f, err := os.Open(name) //nolint:gosec // the operator says which file
	if err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	defer f.Close() //nolint:errcheck // it is only read
	c := &configFile{name: name, values: map[string]any{}}
	if err := yaml.NewDecoder(f).Decode(&c.values); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("configuration %s: %w", name, err)
	}
	return c, nil
}

// Validate refuses keys that are not the name of a flag, so that a slip of the pen does not pass for a setting.
func (c *configFile) Validate(app *kong.Application) error {
	known := flagNames(app.Node)
	for key := range c.values {
		if !known[flagName(key)] {
			return fmt.Errorf("configuration %s: %s is not the name of a flag", c.name, key)
		}
	}
	return nil
}

// Resolve gives a flag the value in the file, unless the environment has one.
func (c *configFile) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, name := range flag.Envs {
		if _, set := os.LookupEnv(name); set {
			return nil, nil
		}
	}
	for key, value := range c.values {
		if flagName(key) == flag.Name {
			return value, nil
		}
	}
	return nil, nil
}

// flagName allows max_sessions for max-sessions.
func flagName(key string) string { return strings.ReplaceAll(key, "_", "-") }

func flagNames(node *kong.Node) map[string]bool {
	names := map[string]bool{}
	for _, flag := range node.Flags {
		names[flag.Name] = true
	}
	for _, child := range node.Children {
		for name := range flagNames(child) {
			names[name] = true
		}
	}
	return names
}
