package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"tsplan/runtime/engine"
	"tsplan/wasm"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the versions of tsplan and of what it embeds",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			fmt.Printf("tsplan %s (%s)\n", version, engine.Name)
			for _, major := range wasm.Majors() {
				guest, err := wasm.Load(major)
				if err != nil {
					return err
				}
				fmt.Printf("TypeScript %s, quickjs-wasi %s, image %.12s\n", guest.TypeScript, guest.QuickJS, guest.Image)
			}
			return nil
		},
	}
}

func licensesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "licenses",
		Short: "Print the notices of what tsplan embeds",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			notices, err := wasm.Notices()
			if err != nil {
				return err
			}
			_, err = fmt.Print(notices)
			return err
		},
	}
}
